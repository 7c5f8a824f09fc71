import { describe, expect, test } from 'vitest'
import { day, epochMs, hour } from '../../lib/attendance/moments.ts'
import { takeSnapshot } from '../../lib/polling/take-snapshot.ts'
import { pollWindow } from '../../lib/polling/window.ts'
import type { Clocking } from '../../lib/workforce/contract/clocking.ts'
import { ServerError } from '../../lib/workforce/errors.ts'
import type { RecordsRead } from '../../lib/workforce/reading.ts'
import { aClocking, aHoliday, anId, aState, employeeId } from '../harness/builders.ts'

const now = epochMs('2026-11-20T12:00:00Z')
const whole = <T>(records: T[]): RecordsRead<T> => ({ records, rejected: [] })
const withRejected = <T>(records: T[]): RecordsRead<T> => ({
  records,
  rejected: [{ index: 0, id: null, problems: ['start: invalid_format'] }],
})

async function* pagesOf<T>(pages: (T | Error)[]): AsyncGenerator<T> {
  for (const page of pages) {
    if (page instanceof Error) throw page
    yield page
  }
}

type Answer = (from: number, to: number) => (RecordsRead<Clocking> | Error)[]

/** An API that remembers what it was asked. */
const anApi = (clockings: Answer, absences = [whole([aHoliday()])]) => {
  const asked: unknown[] = []
  return {
    asked,
    listClockings: (filters: { employeeId: string; from?: string; to?: string }) => {
      asked.push(filters)
      return pagesOf(clockings(epochMs(filters.from ?? ''), epochMs(filters.to ?? '')))
    },
    listAbsences: (filters: { employeeId: string; from?: string; to?: string }) => {
      asked.push(filters)
      return pagesOf(absences)
    },
  }
}

const question = { now, window: pollWindow(now, now, 24), absencesSince: null }
const call = { deadline: now + hour }
const known = { revision: 0, missed: 0, phase: 'present' as const, raised: [] }
const remembering = ({ id, employeeId: _whose, ...rest }: Clocking) =>
  aState({ clockings: { [id]: { ...known, known: rest } } })

describe('a snapshot', () => {
  test('asks with both ends, in UTC, and no absences where they are not due', async () => {
    const api = anApi(() => [whole([])])
    expect(await takeSnapshot(api, aState(), question, call)).toEqual({
      clockings: {
        records: [],
        covers: { from: now - day, to: now },
        windowFrom: now - day,
        reach: question.window.reach,
        complete: true,
      },
      absences: null,
    })
    expect(api.asked).toEqual([
      { employeeId, from: '2026-11-19T12:00:00Z', to: '2026-11-20T12:00:00Z' },
    ])
  })

  test('has the records of all pages, one that two pages show once, as it was last', async () => {
    const later = aClocking({ note: 'later' })
    const other = aClocking({ id: anId(2, 1) })
    const api = anApi(() => [whole([aClocking(), other]), whole([later])])
    const { clockings } = await takeSnapshot(api, aState(), question, call)
    expect(clockings.records).toEqual([later, other])
  })

  test('asks for a long window in pieces, oldest first', async () => {
    const api = anApi(() => [whole([])])
    const window = pollWindow(now, now - 70 * day, 24)
    await takeSnapshot(api, aState(), { ...question, window }, call)
    expect(api.asked).toHaveLength(3)
    expect(api.asked[0]).toMatchObject({ from: '2026-09-11T11:55:00Z', to: '2026-10-12T11:55:00Z' })
    expect(api.asked[2]).toMatchObject({ to: '2026-11-20T12:00:00Z' })
  })

  test('is not complete where a record of any page was set aside', async () => {
    const api = anApi(() => [withRejected([]), whole([aClocking()])])
    const { clockings } = await takeSnapshot(api, aState(), question, call)
    expect(clockings).toMatchObject({ complete: false, records: [aClocking()] })
  })

  test('fails where a page cannot be had', async () => {
    const api = anApi(() => [whole([aClocking()]), new ServerError('clockings', 500)])
    await expect(takeSnapshot(api, aState(), question, call)).rejects.toThrow(ServerError)
  })

  test('has the absences of the dates around now where they are due', async () => {
    const api = anApi(() => [whole([])])
    const { absences } = await takeSnapshot(
      api,
      aState(),
      { ...question, absencesSince: now },
      call,
    )
    const dates = { from: '2026-11-18', to: '2026-11-22' }
    expect(absences).toEqual({ records: [aHoliday()], ...dates, complete: true })
    expect(api.asked[1]).toEqual({ employeeId, ...dates })
  })
})

describe('a clocking that the window should show and does not', () => {
  const missing = aClocking({ start: '2026-11-19T10:00:00Z', end: '2026-11-19T18:00:00Z' })
  const state = remembering(missing)
  const windowFrom = now - day

  test('is looked for before the window', async () => {
    const moved = aClocking({ start: '2026-11-18T20:00:00Z', end: '2026-11-19T04:00:00Z' })
    const stranger = { ...moved, id: anId(5, 1) }
    const api = anApi((_from, to) => [whole(to === windowFrom ? [moved, stranger] : [])])
    const { clockings } = await takeSnapshot(api, state, question, call)
    const from = epochMs('2026-11-18T10:00:00Z')
    expect(clockings).toMatchObject({
      records: [moved],
      covers: { from, to: now },
      windowFrom,
      complete: true,
    })
    expect(api.asked[1]).toMatchObject({ from: '2026-11-18T10:00:00Z', to: '2026-11-19T12:00:00Z' })
  })

  test('is not looked for where the window covers where it may be', async () => {
    const api = anApi(() => [whole([])])
    const window = pollWindow(now, now - 3 * day, 24)
    const { clockings } = await takeSnapshot(api, state, { ...question, window }, call)
    expect(clockings).toMatchObject({ records: [], complete: true })
    expect(api.asked).toHaveLength(1)
  })

  test('is not looked for where the answer was not complete', async () => {
    const api = anApi(() => [withRejected([])])
    const { clockings } = await takeSnapshot(api, state, question, call)
    expect(clockings.complete).toBe(false)
    expect(api.asked).toHaveLength(1)
  })

  test('stays in doubt where the second look was not complete', async () => {
    const api = anApi((_from, to) => [to === windowFrom ? withRejected([]) : whole([])])
    const { clockings } = await takeSnapshot(api, state, question, call)
    expect(clockings.complete).toBe(false)
  })

  test('costs the employee’s poll where the second look fails', async () => {
    const failing = new ServerError('clockings', 503)
    const api = anApi((_from, to) => [to === windowFrom ? failing : whole([])])
    await expect(takeSnapshot(api, state, question, call)).rejects.toBe(failing)
  })
})
