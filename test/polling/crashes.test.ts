import { describe, expect } from 'vitest'
import type { AttendanceEvent } from '../../lib/attendance/events/events.ts'
import { minute } from '../../lib/attendance/moments.ts'
import type { PollPorts } from '../../lib/polling/poll.ts'
import { noneTaken } from '../../lib/publishing/publication.ts'
import { aBreak, aClocking, aHoliday, anEmployee, anId, employeeId } from '../harness/builders.ts'
import { dyingPorts } from '../harness/crashes.ts'
import { outline } from '../harness/employee-poller.ts'
import { aPublication } from '../harness/publication.ts'
import type { World } from '../harness/world.ts'
import { test as worldTest } from '../harness/world-test.ts'

const distinct = (events: AttendanceEvent[]): AttendanceEvent[] => [
  ...new Map(events.map((event) => [event.id, event])).values(),
]

const sequencesOf = (events: AttendanceEvent[]): number[] =>
  events.map(({ sequence }) => Number(sequence))

/** Two employees with a day's work that the next poll will find. */
const test = worldTest.extend('aDayToTell', ({ start }) => async (): Promise<World> => {
  const world = await start({ now: '2026-11-18T08:00:00Z' })
  await world.employee(anEmployee())
  await world.employee(anEmployee({ id: anId(2) }))
  await world.refresh()
  await world.poll()
  await world.clocking(aClocking({ breaks: [aBreak()] }))
  await world.clocking(aClocking({ id: anId(9, 1), employeeId: anId(2), end: null }))
  await world.absence(aHoliday({ employeeId: anId(2) }))
  world.at('2026-11-18T18:00:00Z')
  return world
})

/** Long enough for any lease to have run out. */
const muchLater = (ports: PollPorts): PollPorts => ({
  ...ports,
  machineNow: () => Date.now() + 10 * minute,
})

const expected = [
  [anId(1), 'clocked-in 2026-11-18T09:00:00Z'],
  [anId(1), 'break-started 2026-11-18T12:00:00Z'],
  [anId(1), 'break-ended 2026-11-18T12:30:00Z'],
  [anId(1), 'clocked-out 2026-11-18T17:00:00Z'],
  [anId(2), 'absence-started 2026-11-18T00:00:00Z'],
  [anId(2), 'clocked-in 2026-11-18T09:00:00Z'],
]

const labelled = (events: AttendanceEvent[]) =>
  events.map((event) => [event.subject, ...outline([event])])

describe('a crash', () => {
  test.for(['before', 'after'] as const)(
    '%s any effect of a poll loses nothing and repeats with the same ids',
    async (when, { aDayToTell }) => {
      for (let effect = 1, hasDied = true; hasDied; effect++) {
        const world = await aDayToTell()
        const dying = dyingPorts(world.ports, { at: effect, when })
        const killed = world.poll('0001', () => dying.ports)
        await killed.catch((error: Error) => expect(error.name).toBe('Crash'))
        hasDied = dying.hasDied()
        world.pass(minute)
        await world.poll('0001', muchLater)
        const events = distinct(await world.events())
        expect(labelled(events), `${when} effect ${effect}`).toEqual(expected)
        for (const id of [anId(1), anId(2)]) {
          const numbers = sequencesOf(events.filter(({ subject }) => subject === id))
          expect(numbers, `${when} effect ${effect}`).toEqual(numbers.map((_, n) => n + 1))
          expect((await world.state(id))?.outbox).toEqual([])
        }
      }
    },
  )

  test('after saving and before publishing repeats nothing and loses nothing', async ({
    aDayToTell,
  }) => {
    const world = await aDayToTell()
    const silent = (ports: PollPorts): PollPorts => ({
      ...ports,
      delivery: {
        ...ports.delivery,
        publish: async (entries) => noneTaken(entries, 'Killed'),
      },
    })
    await world.poll('0001', silent)
    expect(await world.events()).toEqual([])
    const saved = (await world.state(employeeId))?.outbox.map(({ id }) => id)
    expect(saved).toHaveLength(4)
    await world.fault({ on: '*', kind: 'status', status: 500, times: 100 })
    expect(await world.poll()).toMatchObject({ clockingOutage: 'every call fails' })
    const events = await world.events()
    expect(labelled(events)).toEqual(expected)
    expect(events.slice(0, 4).map(({ id }) => id)).toEqual(saved)
  })
})

test('SNS failing for part of a batch keeps exactly that part', async ({ aDayToTell }) => {
  const world = await aDayToTell()
  let refused: string[] = []
  const halfDeaf = (ports: PollPorts): PollPorts => ({
    ...ports,
    delivery: {
      ...ports.delivery,
      publish: async (entries) => {
        const taken = entries.filter((_, n) => n % 2 === 0)
        refused = [...refused, ...entries.filter((_, n) => n % 2 === 1).map(({ id }) => id)]
        const { acknowledged } = await ports.delivery.publish(taken)
        return aPublication(entries, (id) => acknowledged.has(id))
      },
    },
  })
  await world.poll('0001', halfDeaf)
  const first = await world.events()
  const kept = [
    ...((await world.state(anId(1)))?.outbox ?? []),
    ...((await world.state(anId(2)))?.outbox ?? []),
  ].map(({ id }) => id)
  expect(kept.toSorted()).toEqual(refused.toSorted())
  expect(first.map(({ id }) => id).filter((id) => kept.includes(id))).toEqual([])
  await world.poll()
  const second = await world.events()
  expect(second.map(({ id }) => id).toSorted()).toEqual(kept.toSorted())
  expect(labelled(distinct([...first, ...second])).toSorted()).toEqual(expected.toSorted())
})

test('two pollers on one shard at once tell one set of events, numbered without gap or repeat', async ({
  aDayToTell,
}) => {
  const world = await aDayToTell()
  let polls = 0
  // No lease holds them off each other.
  const unleased = (ports: PollPorts): PollPorts => ({
    ...ports,
    shards: {
      ...ports.shards,
      takeLease: async () => {
        const [shard] = (await world.shards.all()).shards
        return shard === undefined ? null : { ...shard, poll: ++polls }
      },
    },
  })
  for (let round = 0; round < 5; round++) {
    await Promise.all([1, 2, 3, 4].map(() => world.poll('0001', unleased)))
    world.pass(minute)
  }
  const events = distinct(await world.events())
  expect(labelled(events)).toEqual(expected)
  for (const id of [anId(1), anId(2)]) {
    const numbers = sequencesOf(events.filter(({ subject }) => subject === id))
    expect(numbers).toEqual(numbers.map((_, n) => n + 1))
  }
})

test('a poll whose lease another holds does nothing', async ({ aDayToTell }) => {
  const world = await aDayToTell()
  const now = Date.now()
  await world.shards.takeLease('0001', { owner: 'another', now, until: now + minute })
  expect(await world.poll()).toEqual({ kind: 'skipped' })
  expect(await world.events()).toEqual([])
})
