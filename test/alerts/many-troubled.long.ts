import { expect } from 'vitest'
import { epochMs, hour, minute, second, utc } from '../../lib/attendance/moments.ts'
import { awsClientConfig } from '../../lib/platform/aws.ts'
import { test } from './support/alert-test.ts'
import type { AlertWorld } from './support/alert-world.ts'
import { aClockIn, aRule } from './support/events.ts'
import { later, nine } from './support/morning.ts'

type Way = 'slack' | 'email'
type Trouble = 'an error 500' | 'no answer' | 'a refusal'

/** So long the clients of SNS and SES wait for an answer, with all their tries and a pause between two. */
const { maxAttempts, requestHandler } = awsClientConfig
const mailWaits = maxAttempts * (requestHandler.requestTimeout + 0.2 * second)

/** Something is the matter with whatever names one of some people. @returns when each of the others was told */
const trouble = (world: AlertWorld, way: Way, what: Trouble, bad: readonly number[]) => {
  const toldAt = new Map<number, number>()
  const outlet = world.ports.outlets[way]
  world.ports.outlets[way] = {
    ...outlet,
    send: async (_name, mailing, _known, within = minute) => {
      const people = [...JSON.stringify(mailing).matchAll(/Person(\d+)/g)].map(([, n]) => Number(n))
      if (people.some((n) => bad.includes(n))) {
        if (what === 'no answer') await world.ports.sleep(way === 'slack' ? within : mailWaits)
        return { kind: what === 'a refusal' ? 'refused' : 'failed', reason: what }
      }
      for (const n of people) toldAt.set(n, world.now())
      return { kind: 'sent' }
    },
  }
  return toldAt
}

const ofSixty = Array.from({ length: 60 }, (_, n) => n + 1)
const tenths = [
  [3, 13, 23, 33, 43, 53],
  [1, 2, 3, 4, 5, 6],
  [55, 56, 57, 58, 59, 60],
  [2, 9, 30, 31, 44, 58],
]
/** README, "What is late": so many minutes at most. */
const promised = [
  { way: 'slack', what: 'an error 500', minutes: 20 },
  { way: 'slack', what: 'no answer', minutes: 20 },
  { way: 'email', what: 'an error 500', minutes: 20 },
  { way: 'email', what: 'no answer', minutes: 90 },
  { way: 'slack', what: 'a refusal', minutes: 20 },
  { way: 'email', what: 'a refusal', minutes: 20 },
] as const

test.for(promised.flatMap((each) => tenths.map((bad) => ({ ...each, bad }))))(
  'by $way, others than $bad are told within $minutes minutes though those get $what',
  async ({ way, what, bad, minutes }, { start }) => {
    const world = await start([aRule(way === 'email' ? { slack: [], email: ['managers'] } : {})])
    const toldAt = trouble(world, way, what, bad)
    for (const n of ofSixty) world.publish(aClockIn(n, later(n)))
    await world.run(utc(epochMs(nine) + 4 * hour))
    const dueAt = epochMs(later(60)) + minute
    const others = ofSixty.filter((n) => !bad.includes(n))
    expect([...toldAt.keys()].sort((a, b) => a - b)).toEqual(others)
    expect(Math.max(...toldAt.values()) - dueAt).toBeLessThanOrEqual(minutes * minute)
  },
)
