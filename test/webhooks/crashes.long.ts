import { expect } from 'vitest'
import { minute, utc } from '../../lib/attendance/moments.ts'
import { aClockIn } from '../alerts/support/events.ts'
import { type CrashPoint, mortalProcess } from '../harness/crashes.ts'
import { type Behaviour, status } from './support/receiver.ts'
import { type StartWorld, test } from './support/webhook-test.ts'
import type { Process } from './support/webhook-world.ts'

/** A process that is killed at its n-th effect, before or after it, and started again. */
const mortal = (point: CrashPoint) => {
  const { dying, restart, hasDied, diedAt } = mortalProcess(point)
  const process: Process = {
    change: (ports) => {
      // A new invocation is a new process.
      restart()
      const { deliveries, endpoints, holds } = ports
      return {
        ...ports,
        deliveries: {
          ...deliveries,
          accept: dying('accept', deliveries.accept),
          due: dying('due', deliveries.due),
          settle: dying('settle', deliveries.settle),
        },
        endpoints: {
          takeLease: dying('takeLease', endpoints.takeLease),
          note: dying('note', endpoints.note),
          release: dying('release', endpoints.release),
          ask: dying('ask', endpoints.ask),
        },
        holds: {
          holdsOn: dying('holdsOn', holds.holdsOn),
          hold: dying('hold', holds.hold),
        },
        post: dying('post', ports.post),
        wake: dying('wake', ports.wake),
        putBack: dying('putBack', ports.putBack),
      }
    },
    hasDied,
  }
  return { process, diedAt }
}

/** A morning at an endpoint that refuses each event once, in which the function is killed once. */
const morningWithCrash = async (start: StartWorld, step: CrashPoint) => {
  const world = await start({ name: 'payroll', ordered: true })
  const { received, refused, behaveAs } = world.receiver('payroll')
  const seen = new Set<string>()
  const refusingOnce: Behaviour = (response, request) => {
    const id = String(request.headers['webhook-id'])
    status(seen.has(id) ? 204 : 500)(response, request)
    seen.add(id)
  }
  behaveAs(refusingOnce)
  const { process, diedAt } = mortal(step)
  for (const n of [1, 2]) {
    world.publish({
      ...aClockIn(1, utc(world.now())),
      id: `0000000${n}-0000-4000-8000-000000000001`,
    })
    await world.run(world.now() + 20_000, process)
  }
  await world.run(world.now() + 20 * minute, process)
  const ids = [...new Set(received.map(({ id }) => id))]
  await world.close()
  return {
    ids,
    tries: received.length + refused.length,
    diedAt: diedAt(),
    dead: world.dead('payroll'),
  }
}

test('a crash at any step loses no event, and repeats at most the one that was just posted', async ({
  start,
}) => {
  const died = new Set<string>()
  for (let at = 1; ; at++) {
    const results = [
      await morningWithCrash(start, { at, when: 'before' }),
      await morningWithCrash(start, { at, when: 'after' }),
    ]
    if (results.every(({ diedAt }) => diedAt === null)) break
    for (const { ids, tries, diedAt, dead } of results) {
      died.add(String(diedAt))
      expect(ids, String(diedAt)).toHaveLength(2)
      expect(dead, String(diedAt)).toEqual([])
      expect(tries, String(diedAt)).toBeLessThanOrEqual(5)
    }
  }
  expect([...died].sort()).toEqual(
    ['accept', 'due', 'hold', 'holdsOn', 'post', 'release', 'settle', 'takeLease', 'wake'].sort(),
  )
}, 120_000)
