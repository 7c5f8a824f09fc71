import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { epochMs, hour, minute, utc } from '../../../lib/attendance/moments.ts'
import { lookElsewhere } from '../../../lib/polling/asking/look-elsewhere.ts'
import type { Answered } from '../../../lib/polling/asking/losses.ts'
import { removal } from '../../harness/answering.ts'
import { aClocking, anId, aSnapshot, aState, aTrackedClocking } from '../../harness/builders.ts'

const now = epochMs('2026-11-18T18:00:00Z')

/** The n-th person of a shard, of whom an answer lacks a clocking. */
const lacking = (n: number, asked: number): Answered => {
  const clocking = aClocking({ id: anId(n, 1), employeeId: anId(n) })
  return {
    state: aState({
      employeeId: anId(n),
      clockings: { [clocking.id]: aTrackedClocking(clocking) },
    }),
    snapshot: aSnapshot(utc(asked), { clockings: [] }),
    asked,
    now: asked,
  }
}

/**
 * Whom one poll looks for, one after another, of ten people of whom three never get an answer:
 * the first of them takes the time of all that come after.
 */
const lookedForAt = async (startedAt: number): Promise<string[]> => {
  const hanging = new Set([anId(0), anId(1), anId(2)])
  const found = new Set<string>()
  let machineNow = 0
  const api = {
    listClockings: async function* ({ employeeId }: { employeeId: string }) {
      if (hanging.has(employeeId)) machineNow = hour
      else found.add(employeeId)
      yield { records: [], rejected: [] }
    },
    listAbsences: (): AsyncGenerator<never> => {
      throw new Error('no absence is missing')
    },
  }
  const people = Array.from({ length: 10 }, (_, n) => lacking(n, startedAt))
  await lookElsewhere(people, removal, {
    ports: { api, now: () => startedAt, machineNow: () => machineNow },
    startedAt,
    askUntil: minute,
    deadline: minute,
    concurrency: 1,
  })
  return [...found]
}

test('who takes all the time there is is not always looked for before the others', async () => {
  const found = new Set<string>()
  for (let poll = 0; poll < 30; poll++)
    for (const id of await lookedForAt(now + poll * minute)) found.add(id)
  expect([...found].toSorted()).toEqual([3, 4, 5, 6, 7, 8, 9].map((n) => anId(n)))
})

test('as many calls as allowed are in flight at once, of several people or of one alone', async () => {
  const atOnce = async (count: number): Promise<number> => {
    let [inFlight, most] = [0, 0]
    const api = {
      listClockings: async function* () {
        inFlight += 1
        most = Math.max(most, inFlight)
        await nextTurn()
        inFlight -= 1
        yield { records: [], rejected: [] }
      },
      listAbsences: (): AsyncGenerator<never> => {
        throw new Error('no absence is missing')
      },
    }
    const people = Array.from({ length: count }, (_, n) => lacking(n, now))
    const ports = { api, now: () => now, machineNow: () => now }
    const { people: found } = await lookElsewhere(people, removal, {
      ports,
      startedAt: now,
      askUntil: now + minute,
      deadline: now + minute,
      concurrency: 3,
    })
    expect(found.map(({ snapshot }) => snapshot.clockings?.isWide)).toEqual(people.map(() => true))
    return most
  }
  expect([await atOnce(1), await atOnce(7)]).toEqual([3, 3])
})
