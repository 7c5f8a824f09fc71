import { describe, expect } from 'vitest'
import { forgetIn, segmentsOf } from '../../../lib/store/events/forget-events.ts'
import { ContendedLaneError } from '../../../lib/store/events/log-writer.ts'
import { absence, aClockIn, amina, anEvent } from '../../alerts/support/events.ts'
import { anId } from '../../harness/builders.ts'
import { clockIns, ids, pullAll } from '../support/pulling.ts'
import { logged, test } from '../support/read-test.ts'

/** Appends again where others were always first: then nothing was written. */
const untilTaken = async (append: () => Promise<void>): Promise<void> => {
  try {
    await append()
  } catch (error) {
    if (!(error instanceof ContendedLaneError)) throw error
    await untilTaken(append)
  }
}

describe('pulling events', () => {
  test('begins with the oldest, and goes on where it was', async ({ start }) => {
    const world = await start()
    const events = clockIns(1, 8)
    await world.append(...events.slice(0, 3))
    await world.append(...events.slice(3, 5))
    const first = await pullAll(world)
    expect(first.events).toEqual(events.slice(0, 5))
    await world.append(...events.slice(5))
    expect((await pullAll(world, '', first.cursor)).events).toEqual(events.slice(5))
  })

  test('pages have no more than was asked for, in the middle of what was published at once, too', async ({
    start,
  }) => {
    const world = await start()
    await world.append(...clockIns(1, 8))
    await world.writer().append(5, clockIns(8, 11).map(logged))
    const { events, pages } = await pullAll(world, 'limit=2')
    expect(ids(events)).toEqual(ids(clockIns(1, 11)))
    expect(Math.max(...pages.map(({ length }) => length))).toBe(2)
  })

  test('with latest nothing comes but what is published from then on', async ({ start }) => {
    const world = await start()
    await world.append(...clockIns(1, 3))
    const { body } = await world.get('/events?after=latest')
    expect(body).toMatchObject({ events: [], isMore: false })
    await world.append(...clockIns(3, 4))
    await world.writer().append(9, clockIns(4, 5).map(logged))
    expect(ids((await pullAll(world, '', body.cursor)).events).toSorted()).toEqual(
      ids(clockIns(3, 5)).toSorted(),
    )
  })

  test('an environment that never published has nothing, and a cursor that goes on', async ({
    start,
  }) => {
    const world = await start()
    const { events, cursor } = await pullAll(world)
    expect(events).toEqual([])
    await world.append(...clockIns(1, 2))
    expect((await pullAll(world, '', cursor)).events).toHaveLength(1)
  })

  test('types and an employee filter, and the cursor moves on over what is not wanted', async ({
    start,
  }) => {
    const world = await start()
    const away = anEvent('absence-started', { absence }, { id: anId(50, 9) })
    await world.append(...clockIns(2, 6), away, aClockIn(1, '2026-11-20T09:00:00Z'))
    expect((await pullAll(world, 'type=absence-started')).events).toEqual([away])
    const both = 'type=attendance.absence-started&type=clocked-in'
    expect((await pullAll(world, `${both}&employee=${amina.id}`)).events).toHaveLength(2)
    const none = await pullAll(world, 'type=break-started')
    expect(none.events).toEqual([])
    expect((await pullAll(world, '', none.cursor)).events).toEqual([])
  })

  test('who is in the middle of what was published at once, and somebody in it is forgotten, goes on where they were', async ({
    start,
    engines: { documents },
  }) => {
    const world = await start()
    await world.append(...clockIns(1, 7))
    const { body: first } = await world.get('/events?limit=3')
    const { eventsTable } = world.resources
    for (const n of [2, 5])
      for (const segment of await segmentsOf(documents, eventsTable, anId(n)))
        expect(await forgetIn(documents, eventsTable, segment, anId(n))).toBe(true)
    expect(ids(first.events)).toEqual([1, 2, 3].map((n) => anId(n, 9)))
    expect(ids((await pullAll(world, '', first.cursor)).events)).toEqual([anId(4, 9), anId(6, 9)])
    expect(ids((await pullAll(world)).events)).toEqual([1, 3, 4, 6].map((n) => anId(n, 9)))
  })

  test('who reads by cursor misses nothing, and gets nothing twice, while many write', async ({
    start,
  }) => {
    const world = await start()
    const written: string[] = []
    let isWriting = true
    const write = async (seed: number) => {
      const writer = world.writer()
      for (let n = 0; n < 25; n++) {
        const events = clockIns(seed * 100 + n * 2, seed * 100 + n * 2 + 2)
        await untilTaken(() => writer.append(seed % 3, events.map(logged)))
        written.push(...ids(events))
      }
    }
    const writing = Promise.all([1, 2, 3, 4, 5].map(write)).finally(() => {
      isWriting = false
    })
    const read: string[] = []
    let cursor: string | null = null
    do {
      const pulled = await pullAll(world, 'limit=7', cursor)
      read.push(...ids(pulled.events))
      cursor = pulled.cursor
    } while (isWriting)
    await writing
    read.push(...ids((await pullAll(world, 'limit=7', cursor)).events))
    expect(written).toHaveLength(250)
    expect(read.toSorted()).toEqual(written.toSorted())
  })
})

const noted = {
  employee: { ...amina, email: 'amina@example.org' },
  clocking: {
    id: anId(1, 1),
    employeeId: amina.id,
    start: '2026-11-20T09:02:00Z',
    end: null,
    startTimeZone: 'Europe/London',
    endTimeZone: 'Europe/London',
    breaks: [],
    note: 'to the clinic',
  },
}

test('what was published is shown to the letter, and no more than may be published now', async ({
  start,
}) => {
  const full = { ...absence, $type: 'Sickness', timeZone: 'Europe/London', note: 'Migraine' }
  const told = [
    anEvent('absence-started', { absence: full }, { id: anId(60, 9) }),
    anEvent('clocked-in', noted, { id: anId(61, 9) }),
    anEvent(
      'absence-amended',
      { absence: full, changes: [{ field: 'note', before: '', after: 'Migraine' }] },
      { id: anId(62, 9) },
    ),
  ]
  const open = await start({ privacy: { absences: 'full', notes: true, emails: true } })
  await open.append(...told)
  expect((await pullAll(open)).events).toEqual(told)

  const strict = await start({ privacy: { absences: 'opaque' } })
  await strict.append(...told)
  const { events } = await pullAll(strict)
  expect(ids(events)).toEqual([anId(60, 9), anId(61, 9)])
  const text = JSON.stringify(events)
  for (const secret of ['Sickness', 'Migraine', 'clinic', 'amina@'])
    expect(text).not.toContain(secret)
  expect(strict.output.text()).not.toContain(amina.familyName)
})

test('that there was something which may not be shown any more is not told by pages either', async ({
  start,
}) => {
  const overdue = (n: number) =>
    anEvent(
      'return-overdue',
      { absence: { ...absence, $type: 'Sickness' }, estimatedReturn: '2026-11-20T09:00:00Z' },
      { id: anId(n, 9), sequence: n },
    )
  const world = await start({ privacy: { absences: 'opaque' } })
  await world.append(overdue(1), overdue(2), overdue(3))
  const { status, body } = await world.get('/events?limit=1&type=return-overdue')
  expect(status).toBe(200)
  expect(body).toMatchObject({ events: [], isMore: false })
})
