import { describe, expect, test } from 'vitest'
import type { UnreadRecords } from '../../lib/attendance/missing/unread-records.ts'
import { day, epochMs, hour, minute, utc } from '../../lib/attendance/moments.ts'
import type { EmployeeState } from '../../lib/attendance/state/state.ts'
import { askAbsences, lookForAbsences } from '../../lib/polling/asking/ask-absences.ts'
import { askClockings, lookForClockings } from '../../lib/polling/asking/ask-clockings.ts'
import type { RecordsRead } from '../../lib/workforce/listing.ts'
import { atOnce } from '../harness/answering.ts'
import {
  aClocking,
  aHoliday,
  anId,
  aState,
  aTrackedClocking,
  nothingSpecial,
} from '../harness/builders.ts'

// A poll may ask about one record twice, and the record may lose its id between the two questions.
const now = epochMs('2026-11-20T12:00:00Z')
const since = '2026-11-20T11:59:00Z'
const call = { deadline: now + hour }
const windowFrom = epochMs(since) - day - 5 * minute

type Page<T> = RecordsRead<T>
const readable = <T>(record: T): Page<T> => ({ records: [record], rejected: [] })
const broken = (id: string) => ({ records: [], rejected: [{ index: 0, id, problems: ['broken'] }] })
const mark = 'nameless 0123456789ab'
const elsewhere = anId(7, 1)

/** Something broken that has left the window, so that it is asked for again where it was. */
const longBroken = (from: number): UnreadRecords => ({
  ids: { [elsewhere]: { from: utc(from), to: utc(now), missingSince: null, isHarmless: false } },
  others: null,
  tries: 0,
  retryAt: utc(now),
})

/** Answers one question with one page, the next with the next. */
const inTurn = <T>(pages: readonly Page<T>[]) => {
  let asked = 0
  return async function* (): AsyncGenerator<Page<T>> {
    yield pages[Math.min(asked++, pages.length - 1)] ?? { records: [], rejected: [] }
  }
}

describe('of a clocking that an answer shows, and that is not there a moment later', () => {
  const night = aClocking({ start: utc(windowFrom - hour), end: utc(windowFrom + hour) })
  const tracked = aTrackedClocking({ start: night.start, end: night.end })
  const known: EmployeeState['clockings'] = { [night.id]: tracked }
  const unread = { clockings: longBroken(windowFrom - 2 * hour), absences: null }
  const state = aState({ clockings: known, unread })

  const again = async (...pages: Page<typeof night>[]) => {
    const answer = await askClockings({ listClockings: inTurn(pages) }, state, since, now, 24, call)
    return [...new Set([...answer.lost, ...answer.lackedElsewhere])]
  }

  test('it is known that it may have lost its id, whether it could be read before or not', async () => {
    expect(await again(readable(night), broken(mark))).toEqual([night.id])
    expect(await again(broken(night.id), broken(mark))).toEqual([night.id])
    expect(await again(readable(night), readable(night))).toEqual([])
    expect(await again(broken(night.id), broken(night.id))).toEqual([])
    expect(await again(readable(night), broken(night.id))).toEqual([])
  })

  test('nor need the window reach what is known to lie where something is asked for again', async () => {
    const none = { records: [], rejected: [] }
    expect(await again(none, broken(mark))).toEqual([night.id])
    // The window shows it without its id, as far as anyone can tell.
    expect(await again(none, readable(night))).toEqual([night.id])
    expect(await again(none, none)).toEqual([night.id])
  })

  test('nothing is said of one that nobody knows, and so nobody misses', async () => {
    const stranger = broken(anId(8, 1))
    const none = { records: [], rejected: [] }
    expect(await again(stranger, none)).toEqual([night.id])
    expect(await again(stranger, readable(night))).toEqual([night.id])
  })

  test('what is shown without an id elsewhere may be it', async () => {
    const look = async (...pages: Page<typeof night>[]) => {
      const api = { listClockings: inTurn(pages) }
      const calm = aState({ clockings: known })
      const answer = await askClockings(api, calm, since, now, 24, call)
      return (await lookForClockings(api, calm, answer, call, atOnce)).lost
    }
    const none = { records: [], rejected: [] }
    const perhaps = [night.id]
    const certain: string[] = []
    // Two of the six ranges show the last week.
    const lately = (page: Page<typeof night>, later = page) => [none, none, none, page, later, none]
    expect(await look(readable(night), ...lately(broken(mark)))).toEqual(perhaps)
    expect(await look(broken(night.id), ...lately(broken(mark)))).toEqual(perhaps)
    expect(await look(broken(night.id), ...lately(broken(night.id)))).toEqual(certain)
    expect(await look(readable(night), ...lately(readable(night)))).toEqual(certain)
    expect(new Set(await look(readable(night), ...lately(readable(night), broken(mark))))).toEqual(
      new Set(perhaps),
    )
  })
})

describe('a listing that shows something else at every reading', () => {
  /** Two pages a reading, of which the second has one record with its id in turn, and without. */
  const restless = <T>(other: T, one: T) => {
    let readings = 0
    return async function* (): AsyncGenerator<Page<T>> {
      yield readable(other)
      yield readings++ % 2 === 0 ? readable(one) : broken(mark)
    }
  }
  const none = async function* () {
    yield { records: [], rejected: [] }
  }

  test('may show one clocking twice: what has no id there may be it', async () => {
    const one = aClocking({ id: anId(1, 1) })
    const state = aState({ clockings: { [one.id]: aTrackedClocking() } })
    const elsewhere = restless(aClocking({ id: anId(2, 1) }), one)
    const listClockings = ({ to }: { to?: string }) => (to === utc(now) ? none() : elsewhere())
    const answer = await askClockings({ listClockings }, state, since, now, 24, call)
    const found = await lookForClockings({ listClockings }, state, answer, call, atOnce)
    expect(found.records.map(({ id }) => id)).toEqual([one.id])
    expect([answer.unsure, found.unsure]).toEqual([[], found.unread])
    expect(found.unsure).not.toEqual([])
  })

  test('may show one absence twice', async () => {
    const one = aHoliday({ id: anId(1, 1) })
    const tracked = {
      ...nothingSpecial,
      phase: 'started' as const,
      known: { start: one.start, end: one.end },
    }
    const state = aState({ absences: { [one.id]: tracked } })
    const everywhere = restless(aHoliday({ id: anId(2, 1) }), one)
    let asked = 0
    const listAbsences = () => (asked++ === 0 ? none() : everywhere())
    const answer = await askAbsences({ listAbsences }, state, since, now, 24, call)
    const found = await lookForAbsences({ listAbsences }, state, answer, now, call, atOnce)
    expect(found.records.map(({ id }) => id)).toEqual([one.id])
    expect([answer.unsure, found.unsure]).toEqual([[], found.unread])
    expect(found.unsure).not.toEqual([])
  })
})

describe('of an absence that an answer shows, and that is not there a moment later', () => {
  const on = (date: string) => ({ $type: 'LocalDate' as const, date })
  const week = aHoliday({ start: on('2026-11-16'), end: on('2026-11-21') })
  const tracked = {
    ...nothingSpecial,
    phase: 'started' as const,
    known: { start: week.start, end: week.end },
  }
  const absences: EmployeeState['absences'] = { [week.id]: tracked }
  const unread = { clockings: null, absences: longBroken(epochMs('2026-11-15T00:00:00Z')) }

  test('it is known that it may have lost its id, whether it could be read before or not', async () => {
    const state = aState({ absences, unread })
    const again = async (...pages: Page<typeof week>[]) => {
      const api = { listAbsences: inTurn(pages) }
      const { lost, lackedElsewhere } = await askAbsences(api, state, since, now, 24, call)
      return [...new Set([...lost, ...lackedElsewhere])]
    }
    expect(await again(readable(week), broken(mark))).toEqual([week.id])
    expect(await again(broken(week.id), broken(mark))).toEqual([week.id])
    expect(await again(broken(week.id), broken(week.id))).toEqual([])
    expect(await again(readable(week), readable(week))).toEqual([])
  })

  test('what is shown without an id elsewhere may be it', async () => {
    const state = aState({ absences })
    const look = async (...pages: Page<typeof week>[]) => {
      const api = { listAbsences: inTurn(pages) }
      const answer = await askAbsences(api, state, since, now, 24, call)
      return (await lookForAbsences(api, state, answer, now, call, atOnce)).lost
    }
    const perhaps = [week.id]
    const certain: string[] = []
    expect(await look(readable(week), broken(mark))).toEqual(perhaps)
    expect(await look(broken(week.id), broken(mark))).toEqual(perhaps)
    expect(await look(broken(week.id), broken(week.id))).toEqual(certain)
    expect(await look(readable(week), readable(week))).toEqual(certain)
  })
})
