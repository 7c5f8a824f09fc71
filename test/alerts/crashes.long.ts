import { expect } from 'vitest'
import type { AlertPorts } from '../../lib/alerts/receiving/handle-batch.ts'
import type { AlertRule } from '../../lib/alerts/rules/alert-settings.ts'
import type { AttendanceEvent } from '../../lib/attendance/events/events.ts'
import { epochMs, utc } from '../../lib/attendance/moments.ts'
import { anId } from '../harness/builders.ts'
import { type CrashPoint, mortalProcess } from '../harness/crashes.ts'
import { test as engineTest } from '../harness/engine-test.ts'
import type { Engines } from '../harness/engines.ts'
import { type Process, startAlertWorld } from './support/alert-world.ts'
import { aClockIn, anEvent, aRule, clocking } from './support/events.ts'

/** A process that is killed at its n-th effect, before or after it, and started again. */
const mortal = (point: CrashPoint) => {
  const { dying, restart, hasDied, diedAt } = mortalProcess(point)
  const process: Process = {
    change: (ports): AlertPorts => {
      // A new invocation is a new process.
      restart()
      const { deliveries, outlets } = ports
      return {
        ...ports,
        wake: dying('wake', ports.wake),
        notifications: {
          ...ports.notifications,
          note: dying('note', ports.notifications.note),
          clear: dying('clear', ports.notifications.clear),
        },
        followers: {
          ...ports.followers,
          remember: dying('remember', ports.followers.remember),
        },
        deliveries: {
          add: dying('add', deliveries.add),
          takeLease: dying('takeLease', deliveries.takeLease),
          waiting: dying('waiting', deliveries.waiting),
          areWaiting: dying('areWaiting', deliveries.areWaiting),
          delivered: dying('delivered', deliveries.delivered),
          keptAt: dying('keptAt', deliveries.keptAt),
          recordSent: dying('recordSent', deliveries.recordSent),
          settle: dying('settle', deliveries.settle),
          drop: dying('drop', deliveries.drop),
          release: dying('release', deliveries.release),
        },
        outlets: {
          ...outlets,
          slack: { ...outlets.slack, send: dying('send', outlets.slack.send) },
        },
      }
    },
    hasDied,
  }
  return { process, diedAt }
}

const nine = '2026-11-20T09:00:00Z'
const later = (seconds: number) => utc(epochMs(nine) + seconds * 1_000)
const bothChannels = [aRule(), aRule({ name: 'all', slack: ['all'], group: 30 })]

/** What is published in a morning, in the order in which the queue delivers it, and what is told. */
type Morning = { rules: AlertRule[]; events: AttendanceEvent[]; told: RegExp; once: string[] }

/** A morning in which the function is killed once; what Slack was told, how often. */
const morningWithCrash = async (
  engines: Engines,
  { rules, events, told: pattern }: Morning,
  crash: CrashPoint,
) => {
  const world = await startAlertWorld(engines, rules, nine)
  const { process, diedAt } = mortal(crash)
  for (const [n, event] of events.entries())
    world.publishAt(JSON.stringify(event), later((n + 1) * 40))
  await world.run(undefined, process)
  const told = world.slack.posts.flatMap(({ path, message }) =>
    (JSON.stringify(message.blocks).match(pattern) ?? []).map((text) => `${path} ${text}`),
  )
  await world.close()
  return { told: told.sort(), diedAt: diedAt(), dead: world.dead.length }
}

const effects = [
  'note',
  'add',
  'wake',
  'takeLease',
  'waiting',
  'delivered',
  'send',
  'recordSent',
  'settle',
  'release',
  'remember',
]

/** Crashes before and after each effect, one at a time; returns the names of all there were. */
const test = engineTest.extend(
  'crashEverywhere',
  ({ engines }) =>
    async (morning: Morning): Promise<Set<string>> => {
      const steps: string[] = []
      for (let at = 1; ; at++) {
        const results = [
          await morningWithCrash(engines, morning, { at, when: 'before' }),
          await morningWithCrash(engines, morning, { at, when: 'after' }),
        ]
        if (results.every(({ diedAt }) => diedAt === null)) break
        for (const [index, { told, diedAt, dead }] of results.entries()) {
          const step = `${index === 0 ? 'before' : 'after'} ${diedAt}`
          steps.push(step)
          expect(dead, step).toBe(0)
          // Slack cannot be asked what it has, so the system says it again rather than not at all.
          const mayRepeat = step === 'after send' || step === 'before recordSent'
          if (mayRepeat) expect([...new Set(told)], step).toEqual(morning.once)
          else expect(told, step).toEqual(morning.once)
        }
      }
      return new Set(steps)
    },
)

const aroundEach = (names: string[]) =>
  new Set(names.flatMap((name) => [`before ${name}`, `after ${name}`]))
const channelsOf = (texts: string[], channels = ['all', 'office']) =>
  channels.flatMap((channel) => texts.map((text) => `/services/${channel} ${text}`))

test('a crash at any step loses nobody, and only one right after Slack was told can repeat', async ({
  crashEverywhere,
}) => {
  const steps = await crashEverywhere({
    rules: bothChannels,
    events: [1, 2].map((n) => aClockIn(n, later(n * 40))),
    told: /Person\d/g,
    once: channelsOf(['Person1', 'Person2']),
  })
  expect(steps).toEqual(aroundEach(effects))
}, 120_000)

test('a crash loses or repeats no correction, whether it comes after its original or before', async ({
  crashEverywhere,
}) => {
  const came = aClockIn(1, nine)
  const employee = came.data.employee
  const removed = anEvent('clocking-removed', { employee, clocking }, { sequence: 2, id: anId(2) })
  const told = /Test clocked in|Test's clock-in/g
  const once = channelsOf(['Test clocked in', "Test's clock-in"], ['office'])
  for (const events of [
    [came, removed],
    [removed, came],
  ]) {
    const morning = { rules: [aRule()], events, told, once }
    expect(await crashEverywhere(morning)).toEqual(aroundEach(effects))
  }
}, 240_000)
