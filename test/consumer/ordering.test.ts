import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AttendanceEvent } from '../../consumer/src/events.ts'
import { createOrdering, memoryStore, type Placement } from '../../consumer/src/ordering.ts'
import { anEvent, clocking } from '../alerts/support/events.ts'
import { anId } from '../harness/builders.ts'

/** The n-th event of an employee, about one of two clockings. */
const aNumbered = (sequence: number, employee = 1): AttendanceEvent => {
  const data = { clocking: { ...clocking, id: anId(employee, sequence % 2) } }
  const event = anEvent('clocked-in', data, { sequence, id: anId(employee, 100 + sequence) })
  return { ...event, subject: anId(employee) } as AttendanceEvent
}

const handleAll = async (events: readonly AttendanceEvent[], ordering = createOrdering()) => {
  const acted: { event: AttendanceEvent; placement: Placement }[] = []
  const placements: Placement[] = []
  for (const event of events)
    placements.push(
      await ordering.handle(
        event,
        (each, placement) => void acted.push({ event: each, placement }),
      ),
    )
  return { acted: acted.map(({ event }) => event), placements }
}

const kinds = (placements: Placement[]): string[] => placements.map(({ kind }) => kind)

test('each event is acted on once, and its place is told', async () => {
  const events = [1, 2, 2, 4, 3, 4, 5].map((n) => aNumbered(n))
  const { acted, placements } = await handleAll(events)
  expect(kinds(placements)).toEqual(['first', 'next', 'repeat', 'ahead', 'late', 'repeat', 'next'])
  expect(acted.map(({ sequence }) => Number(sequence))).toEqual([1, 2, 4, 3, 5])
})

test('one employee says nothing of another, nor one environment of another', async () => {
  const dev = { ...aNumbered(1), source: '/attendance-events/dev' }
  const { placements } = await handleAll([aNumbered(1, 1), aNumbered(1, 2), dev, aNumbered(2, 1)])
  expect(kinds(placements)).toEqual(['first', 'first', 'first', 'next'])
})

test('what was so before the first run is in order with what follows, and says of itself what it is', async () => {
  const baseline = { ...aNumbered(1), baseline: true } as AttendanceEvent
  const { acted, placements } = await handleAll([baseline, aNumbered(2)])
  expect(kinds(placements)).toEqual(['first', 'next'])
  expect(acted.map((event) => event.baseline ?? false)).toEqual([true, false])
})

test('who is hired again goes on where they were', async () => {
  const left = anEvent('employee-left', { employment: { start: null, end: null } }, { sequence: 7 })
  const again = anEvent(
    'employee-joined',
    { employment: { start: null, end: null } },
    { sequence: 8, time: '2027-11-20T09:02:00Z' },
  )
  const { placements } = await handleAll([left, again, left] as AttendanceEvent[])
  expect(kinds(placements)).toEqual(['first', 'next', 'repeat'])
})

test('an event that could not be acted on is as new as it was', async () => {
  const ordering = createOrdering()
  const away = () => Promise.reject(new Error('The database is away'))
  await expect(ordering.handle(aNumbered(1), away)).rejects.toThrow('The database is away')
  const { placements } = await handleAll([aNumbered(1)], ordering)
  expect(kinds(placements)).toEqual(['first'])
})

test('what comes twice at once is acted on once', async () => {
  const ordering = createOrdering()
  let acted = 0
  const act = async () => {
    await new Promise((resolve) => setImmediate(resolve))
    acted++
  }
  const placed = await Promise.all([1, 2, 3].map(() => ordering.handle(aNumbered(1), act)))
  expect(kinds(placed)).toEqual(['first', 'repeat', 'repeat'])
  expect(acted).toBe(1)
})

test('two processes with one store lose nothing of what the other keeps', async () => {
  const store = memoryStore()
  const slow = createOrdering(store)
  const other = createOrdering(store)
  await slow.handle(aNumbered(1), async () => {
    await other.handle(aNumbered(2), () => {})
  })
  const { placements } = await handleAll([aNumbered(1), aNumbered(2), aNumbered(3)], slow)
  expect(kinds(placements)).toEqual(['repeat', 'repeat', 'next'])
})

test('a store that others change all the time gives up, so that the event comes again', async () => {
  const store = { ...memoryStore(), write: async () => false }
  const handled = createOrdering(store).handle(aNumbered(1), () => {})
  await expect(handled).rejects.toThrow('The store did not take a position in 20 tries')
})

/** How things stand: of each clocking the newest event. */
const picture = (events: readonly AttendanceEvent[]) => {
  const newest = new Map<string, string>()
  for (const { data, sequence } of events)
    if ('clocking' in data && (newest.get(data.clocking.id) ?? '') < sequence)
      newest.set(data.clocking.id, sequence)
  return Object.fromEntries([...newest].toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

const stream = fc
  .tuple(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 3 }))
  .map(([length, employees]) =>
    Array.from({ length: employees }, (_, n) => n + 1).flatMap((employee) =>
      Array.from({ length }, (_, n) => aNumbered(n + 1, employee)),
    ),
  )
/** Every event once or more, in any order. */
const delivered = stream.chain((events) =>
  fc
    .array(fc.constantFrom(...events), { maxLength: 30 })
    .chain((repeats) =>
      fc
        .shuffledSubarray([...events, ...repeats], { minLength: events.length + repeats.length })
        .map((came) => ({ events, came })),
    ),
)

test('any order with any repeats ends in the same picture, each event acted on once', async () => {
  await fc.assert(
    fc.asyncProperty(delivered, async ({ events, came }) => {
      const { acted } = await handleAll(came)
      expect(acted.map(({ id }) => id).toSorted()).toEqual(events.map(({ id }) => id).toSorted())
      expect(picture(acted)).toEqual(picture(events))
    }),
  )
})

test('who has everything held back that is ahead acts in order, whatever comes how', async () => {
  await fc.assert(
    fc.asyncProperty(delivered, async ({ events, came }) => {
      const ordering = createOrdering()
      const acted: AttendanceEvent[] = []
      let waiting = came
      while (waiting.length > 0) {
        const again: AttendanceEvent[] = []
        for (const event of waiting)
          await ordering
            .handle(event, (each, placement) => {
              if ('missing' in placement && placement.missing !== null) throw new Error('Not yet')
              acted.push(each)
            })
            .catch(() => again.push(event))
        waiting = again
      }
      expect(acted).toHaveLength(events.length)
      for (const [subject, own] of Map.groupBy(acted, (event) => event.subject))
        expect(own).toEqual(events.filter((event) => event.subject === subject))
    }),
  )
})

test('a snapshot is acted on whenever it comes, and what it has told of is dropped from then on', async () => {
  const snapshot = { ...aNumbered(2), baseline: true, snapshot: true } as AttendanceEvent
  const before = [aNumbered(1), snapshot, snapshot, aNumbered(1), aNumbered(2)]
  const { placements, acted } = await handleAll([...before, aNumbered(4), snapshot, aNumbered(3)])
  const after = ['ahead', 'snapshot', 'late']
  expect(kinds(placements)).toEqual(['first', 'snapshot', 'snapshot', 'repeat', 'repeat', ...after])
  expect(acted).toHaveLength(6)
})

test('a snapshot of somebody of whom nothing was published yet covers nothing', async () => {
  const snapshot = { ...aNumbered(0), baseline: true, snapshot: true } as AttendanceEvent
  const { placements } = await handleAll([snapshot, aNumbered(1)])
  expect(placements).toEqual([{ kind: 'snapshot' }, { kind: 'first', missing: null }])
})
