import { describe, expect, test } from 'vitest'
import { day, minute } from '../../lib/attendance/moments.ts'
import { anEntry, anId } from '../harness/builders.ts'
import { aRoster } from '../harness/memory-roster.ts'
import { at, showing } from './listing.ts'

describe('whoever has left', () => {
  const days = (n: number) => (n * day) / minute
  /** A roster of two, of whom one has left and is at rest, as polls leave them. */
  const withLeaver = async () => {
    const roster = aRoster([1, 2], [1])
    await roster.refresh()
    await roster.refreshAt(10)
    await roster.refreshAt(20)
    const state = await roster.state(2)
    if (state === undefined) throw new Error('no such employee')
    const forgottenBefore = { clockings: at(0), absences: null }
    await roster.ports.employees.save('0001', {
      ...state,
      unaskedSince: { clockings: null, absences: null },
      restSince: at(30),
      forgottenBefore,
    })
    return roster
  }

  test('is kept for a week at rest, and then as a number alone', async () => {
    const roster = await withLeaver()
    expect(await roster.refreshAt(30 + days(7))).toMatchObject({ retired: 0 })
    expect(await roster.refreshAt(31 + days(7))).toMatchObject({ retired: 1, left: 0 })
    expect(await roster.state(2)).toBeUndefined()
    // What ended after it was never told: it may have been synced since.
    const forgottenBefore = { clockings: at(0), absences: at(30) }
    expect(roster.retired()).toEqual([{ employeeId: anId(2), sequence: 1, forgottenBefore }])
    expect(await roster.refreshAt(40 + days(7))).toMatchObject({ retired: 0, left: 0 })
    expect(roster.told).toEqual(['attendance.employee-left'])
  })

  test('goes on with their numbers when they are back after that', async () => {
    const roster = await withLeaver()
    await roster.refreshAt(31 + days(7))
    const back = days(300)
    await roster.refreshAt(back - 20)
    const api = showing([1, 2])
    expect(await roster.refreshAt(back - 10, { api })).toMatchObject({ added: 0, unread: 0 })
    expect(await roster.refreshAt(back, { api })).toMatchObject({ added: 1 })
    expect(await roster.state(2)).toMatchObject({
      membership: 'member',
      sequence: 2,
      forgottenBefore: { clockings: at(0), absences: at(30) },
      // They may have worked on meanwhile; the API shows no more than 90 days.
      unaskedSince: { clockings: at(back - days(88)), absences: at(back - days(88)) },
    })
  })

  test('and is back is told when a second roster says so, and asked about since they rest', async () => {
    const roster = await withLeaver()
    const api = showing([1, 2])
    await roster.refreshAt(days(2), { api })
    expect(roster.told).toEqual(['attendance.employee-left'])
    await roster.refreshAt(days(2) + 10)
    await roster.refreshAt(days(2) + 20, { api })
    expect(roster.told).toEqual(['attendance.employee-left'])
    await roster.refreshAt(days(2) + 30, { api })
    expect(roster.told).toEqual(['attendance.employee-left', 'attendance.employee-joined'])
    expect(await roster.state(2)).toMatchObject({
      restSince: null,
      leftAt: null,
      unaskedSince: { clockings: at(30), absences: at(30) },
    })
  })

  test('is not forgotten while an event of theirs waits', async () => {
    const roster = await withLeaver()
    const state = await roster.state(2)
    if (state === undefined) throw new Error('no such employee')
    await roster.ports.employees.save('0001', { ...state, outbox: [anEntry(1)] })
    expect(await roster.refreshAt(days(8))).toMatchObject({ retired: 0 })
    expect(await roster.state(2)).toMatchObject({ membership: 'leaver' })
  })

  test('is not counted as forgotten where a poller was first', async () => {
    const roster = await withLeaver()
    const employees = { ...roster.ports.employees, retire: async () => false }
    expect(await roster.refreshAt(days(8), { employees })).toMatchObject({ retired: 0 })
  })
})
