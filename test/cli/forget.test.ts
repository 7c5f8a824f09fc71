import { ScanCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { describe, expect } from 'vitest'
import { forgetEmployee } from '../../cli/forget/forget-employee.ts'
import { checkForgettable } from '../../cli/forget/forgettable.ts'
import { holdingsOf, isNothing } from '../../cli/forget/holdings.ts'
import { holdingsText } from '../../cli/forget/holdings-text.ts'
import type { EmployeeState } from '../../lib/attendance/state/state.ts'
import { forgetIn } from '../../lib/store/events/forget-events.ts'
import { readAfter } from '../../lib/store/events/log-reader.ts'
import { keys } from '../../lib/store/tables.ts'
import { anEntry, anId, aTrackedAbsence, aTrackedClocking } from '../harness/builders.ts'
import { test as engineTest } from '../harness/engine-test.ts'
import { gone, type Held, holdBoth, leaver, nine, other, waitingFor } from './held-people.ts'

const test = engineTest.extend('held', ({ engines }): Promise<Held> => holdBoth(engines))

const forget = async ({ tables }: Held) =>
  forgetEmployee(tables, gone, await holdingsOf(tables, gone))

describe('who is forgotten', () => {
  test('is told in counts first', async ({ held: { tables } }) => {
    expect(holdingsText(await holdingsOf(tables, gone))).toBe(
      [
        '     1  state',
        '     1  events in the log',
        '     1  what waited to be sent',
        '     0  what destinations were notified of',
        '     0  what follows on notifications',
        '     3  deliveries to endpoints',
        '     0  what destinations failed at',
        '     0  notes of polls and replays',
      ].join('\n'),
    )
  })

  test('is in no table any more, but for the number of their last event', async ({
    held,
    engines: { documents },
  }) => {
    const { tables, employees } = held
    expect(isNothing(await forget(held))).toBe(true)
    const kept = await employees.retired([gone])
    expect(kept.get(gone)).toMatchObject({ employeeId: gone, sequence: 7 })
    for (const TableName of [tables.table, tables.deliveriesTable]) {
      const { Items = [] } = await documents.send(new ScanCommand({ TableName }))
      const text = JSON.stringify(Items.filter(({ pk }) => pk !== 'RETIRED'))
      expect(text).not.toContain(gone)
      expect(text).not.toContain('Person1')
      expect(text).toContain(other)
    }
  })

  test('leaves what is others’ as it was', async ({ held }) => {
    const before = await holdingsOf(held.tables, other)
    await forget(held)
    const after = await holdingsOf(held.tables, other)
    expect(holdingsText(after)).toBe(holdingsText(before))
    expect(after.saved).toEqual(before.saved)
    expect(after.segments.map(({ events }) => events)).toEqual(
      before.segments.map(({ events }) => events),
    )
  })

  test('leaves every segment where it was, and others at their places in it', async ({ held }) => {
    await forget(held)
    const [segment] = await readAfter(held.segments, 1, 0)
    expect(segment).toMatchObject({ position: 1, forgotten: [0] })
    expect(segment?.events.map(({ id }) => id)).toEqual([anId(2, 9), anId(3, 9)])
    const next = await holdingsOf(held.tables, other)
    for (const each of next.segments)
      expect(await forgetIn(held.tables.documents, held.tables.eventsTable, each, other)).toBe(true)
    const [again] = await readAfter(held.segments, 1, 0)
    expect(again).toMatchObject({ position: 1, forgotten: [0, 1] })
    expect(again?.events.map(({ id }) => id)).toEqual([anId(3, 9)])
  })

  test('is forgotten by a second try where the first was interrupted', async ({ held }) => {
    const { tables } = held
    const holdings = await holdingsOf(tables, gone)
    const broken = { ...tables, deliveriesTable: 'no-such-table' }
    await expect(forgetEmployee(broken, gone, holdings)).rejects.toThrow()
    expect((await holdingsOf(tables, gone)).deliveries).toHaveLength(4)
    expect(isNothing(await forget(held))).toBe(true)
    expect(isNothing(await forget(held))).toBe(true)
  })

  test('is nowhere among what waits, though their events are in the log no more', async ({
    held: { tables, deliveries },
    engines: { documents },
  }) => {
    const waiting = { ...waitingFor(1), id: anId(1, 7) }
    await deliveries.accept('payroll', waiting)
    const left = await forgetEmployee(tables, gone, await holdingsOf(tables, gone))
    expect(isNothing(left)).toBe(true)
    const { Items = [] } = await documents.send(
      new ScanCommand({ TableName: tables.deliveriesTable }),
    )
    expect(JSON.stringify(Items)).not.toContain(waiting.id)
  })

  test('is polled anew: what warm polls remember of the shard does not hold', async ({ held }) => {
    await forget(held)
    const { shards } = await held.shards.all()
    expect(shards[0]?.edit).toMatchObject({ isOpen: false })
  })

  test('is found in a shard whose record cannot be read, too', async ({
    held: { tables },
    engines: { documents },
  }) => {
    const Key = keys.shard('0001')
    const update = {
      UpdateExpression: 'SET members = :odd',
      ExpressionAttributeValues: { ':odd': 'two' },
    }
    await documents.send(new UpdateCommand({ TableName: tables.table, Key, ...update }))
    expect((await holdingsOf(tables, gone)).saved).toMatchObject({ shardId: '0001' })
    expect(isNothing(await forgetEmployee(tables, gone, await holdingsOf(tables, gone)))).toBe(true)
  })

  test('stays forgotten, though something of theirs was being posted just then', async ({
    held,
  }) => {
    const { tables, deliveries } = held
    const due = await deliveries.due('payroll', Date.parse(nine), 10)
    const own = due.deliveries.find(({ subject }) => subject === gone)
    if (own === undefined) throw new Error('Nothing of theirs is due')
    expect(isNothing(await forget(held))).toBe(true)
    await deliveries.settle('payroll', { ...own, dueAt: '2026-11-20T09:05:00.000Z' }, own.dueAt)
    expect(isNothing(await holdingsOf(tables, gone))).toBe(true)
    await deliveries.settle('payroll', { ...own, state: 'delivered' }, own.dueAt)
    expect(isNothing(await holdingsOf(tables, gone))).toBe(true)
  })

  test('stays where a poll was first, and so do their events', async ({ held }) => {
    const { tables, employees } = held
    const holdings = await holdingsOf(tables, gone)
    await employees.save('0001', { ...leaver(), version: 1 })
    await expect(forgetEmployee(tables, gone, holdings)).rejects.toThrow(
      'They were polled just now',
    )
    expect((await holdingsOf(tables, gone)).segments).toHaveLength(1)
  })

  test('of whom nothing is held is nobody’s loss', async ({ held: { tables } }) => {
    expect(isNothing(await holdingsOf(tables, anId(99)))).toBe(true)
  })
})

test('a segment that changed since it was read stays', async ({ held: { tables } }) => {
  const { segments } = await holdingsOf(tables, other)
  const [first] = segments
  if (first === undefined) throw new Error('There is no segment')
  expect(await forgetIn(tables.documents, tables.eventsTable, first, other)).toBe(true)
  expect(await forgetIn(tables.documents, tables.eventsTable, first, other)).toBe(false)
})

describe('who cannot be forgotten yet', () => {
  const terms = { lookbackHours: 24, isOpenToo: false }
  const saved = (more: Partial<EmployeeState>) => ({
    saved: { shardId: '0001', state: leaver(more) },
    isBack: false,
    inOtherLetters: null,
  })
  const open = { clockings: { [anId(1, 1)]: aTrackedClocking({ end: null }) } }

  test('is on the roster, and would be back', () => {
    expect(() => checkForgettable(saved({ membership: 'member' }), terms)).toThrow(
      'They are still on the roster',
    )
  })

  test('has events that nobody was told yet', () => {
    expect(() => checkForgettable(saved({ outbox: [anEntry(1)] }), terms)).toThrow(
      '1 of their events wait to be published',
    )
    expect(() => checkForgettable(saved({}), terms)).not.toThrow()
    expect(() => checkForgettable({ ...saved({}), saved: null }, terms)).not.toThrow()
  })

  test('left while something lasted, and is told how to end that', () => {
    expect(() => checkForgettable(saved(open), terms)).toThrow(
      'it may be entered in the time-clock service',
    )
    const absent = saved({ absences: { [anId(1, 3)]: aTrackedAbsence() } })
    expect(() => checkForgettable(absent, terms)).toThrow('has begun and not ended')
  })

  test('left while something lasted of which nobody will hear the end, and is told until when', () => {
    const atRest = { ...open, leftAt: nine, restSince: nine }
    // A week as ever, and the 90 days for which the API shows it.
    expect(() => checkForgettable(saved(atRest), terms)).toThrow('after 2027-02-25T09:00:00Z')
    expect(() => checkForgettable(saved(atRest), { ...terms, isOpenToo: true })).not.toThrow()
  })
})
