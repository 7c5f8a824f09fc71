import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AlertPorts } from '../../lib/alerts/handle-batch.ts'
import { epochMs, utc } from '../../lib/attendance/moments.ts'
import { Crash } from '../harness/crashes.ts'
import { type Engines, startEngines } from '../harness/engines.ts'
import { type Process, startAlertWorld } from './support/alert-world.ts'
import { aClockIn, aRule } from './support/events.ts'

let engines: Engines
beforeAll(async () => {
  engines = await startEngines()
})
afterAll(() => engines.close())

type Step = { name: string; at: number; when: 'before' | 'after' }

/** A process that is killed at its n-th effect, before or after it, and started again. */
const mortal = ({ at, when }: Omit<Step, 'name'>) => {
  let effects = 0
  let isDead = false
  let diedAt: string | null = null
  const dying =
    <Args extends unknown[], Result>(name: string, effect: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      if (isDead) throw new Crash()
      const isTheOne = ++effects === at
      if (isTheOne) diedAt = name
      if (isTheOne && when === 'before') isDead = true
      if (isDead) throw new Crash()
      const result = await effect(...args)
      if (isTheOne) isDead = true
      if (isDead) throw new Crash()
      return result
    }
  const process: Process = {
    change: (ports): AlertPorts => {
      // A new invocation is a new process.
      isDead = false
      const { deliveries, outlets } = ports
      return {
        ...ports,
        wake: dying('wake', ports.wake),
        told: { ...ports.told, note: dying('note', ports.told.note) },
        deliveries: {
          add: dying('add', deliveries.add),
          takeLease: dying('takeLease', deliveries.takeLease),
          waiting: dying('waiting', deliveries.waiting),
          delivered: dying('delivered', deliveries.delivered),
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
    hasDied: () => isDead,
  }
  return { process, diedAt: () => diedAt }
}

const nine = '2026-11-20T09:00:00Z'

/** A morning in which the function is killed once; whom Slack was told of, how often. */
const morningWithCrash = async (crash: Omit<Step, 'name'>) => {
  const rules = [aRule(), aRule({ name: 'all', slack: ['all'], group: 30 })]
  const world = await startAlertWorld(engines, rules, nine)
  const { process, diedAt } = mortal(crash)
  for (const n of [1, 2]) world.publish(aClockIn(n, utc(epochMs(nine) + n * 40_000)))
  await world.run(undefined, process)
  const told = world.slack.posts.flatMap(({ path, message }) =>
    (JSON.stringify(message.blocks).match(/Person\d/g) ?? []).map((name) => `${path} ${name}`),
  )
  await world.close()
  return { told: told.sort(), diedAt: diedAt(), dead: world.dead.length }
}

const once = ['all', 'office'].flatMap((channel) =>
  [1, 2].map((n) => `/services/${channel} Person${n}`),
)

test('a crash at any step loses nobody, and only one right after Slack was told can repeat', async () => {
  const steps: string[] = []
  for (let at = 1; ; at++) {
    const results = [
      await morningWithCrash({ at, when: 'before' }),
      await morningWithCrash({ at, when: 'after' }),
    ]
    if (results.every(({ diedAt }) => diedAt === null)) break
    for (const [index, { told, diedAt, dead }] of results.entries()) {
      const step = `${index === 0 ? 'before' : 'after'} ${diedAt}`
      steps.push(step)
      expect(dead, step).toBe(0)
      // Slack cannot be asked what it has, so the system says it again rather than not at all.
      const mayRepeat = step === 'after send' || step === 'before recordSent'
      if (mayRepeat) expect([...new Set(told)], step).toEqual(once)
      else expect(told, step).toEqual(once)
    }
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
  ]
  expect(new Set(steps)).toEqual(
    new Set(effects.flatMap((name) => [`before ${name}`, `after ${name}`])),
  )
}, 120_000)
