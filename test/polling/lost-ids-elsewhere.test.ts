import { describe, expect, test } from 'vitest'
import { day, epochMs, hour, minute, utc } from '../../lib/attendance/moments.ts'
import { askAbsences, lookForAbsences } from '../../lib/polling/asking/ask-absences.ts'
import { askClockings, lookForClockings } from '../../lib/polling/asking/ask-clockings.ts'
import type { RecordsRead } from '../../lib/workforce/listing.ts'
import { atOnce } from '../harness/answering.ts'
import { anId, aState, aTrackedClocking, nothingSpecial } from '../harness/builders.ts'

const now = epochMs('2026-11-20T12:00:00Z')
const since = '2026-11-20T11:59:00Z'
const call = { deadline: now + hour }
const windowFrom = epochMs(since) - day - 5 * minute

type Page = RecordsRead<never>
const none: Page = { records: [], rejected: [] }
const broken = (id: string): Page => ({
  records: [],
  rejected: [{ index: 0, id, problems: ['broken'] }],
})
const mark = 'nameless 0123456789ab'
const known = anId(1, 1)

/** Answers one question with one page, the next with the next. */
const inTurn = (pages: readonly Page[]) => {
  let asked = 0
  return async function* (): AsyncGenerator<Page> {
    yield pages[asked++] ?? none
  }
}

describe('what is shown without an id where something else is looked for', () => {
  test('may be a clocking that is known to lie there, where the window does not reach it', async () => {
    const look = async (start: number, ...elsewhere: Page[]) => {
      const tracked = aTrackedClocking({ start: utc(start), end: utc(start + hour) })
      const state = aState({ clockings: { [known]: tracked } })
      const api = { listClockings: inTurn([none, ...elsewhere]) }
      const answer = await askClockings(api, state, since, now, 24, call)
      return (await lookForClockings(api, state, answer, call, atOnce)).lackedElsewhere
    }
    const before = windowFrom - 5 * hour
    // Two ranges show the last week, and the last but one is asked for with it.
    const lately = (page: Page, last = none): Page[] => [none, none, none, page, page, last]
    expect(await look(before, ...lately(broken(mark)))).toEqual([known])
    expect(await look(before, ...lately(broken(known), broken(mark)))).toEqual([])
    expect(await look(now - 20 * day, ...lately(broken(mark)))).toEqual([known])
  })

  test('may be an absence that is known to lie there', async () => {
    const on = { $type: 'LocalDate' as const, date: '2026-12-01' }
    const upcoming = {
      ...nothingSpecial,
      phase: 'upcoming' as const,
      known: { start: on, end: on },
    }
    const look = async (phase: 'upcoming' | 'withdrawn') => {
      const state = aState({ absences: { [known]: { ...upcoming, phase } } })
      const api = { listAbsences: inTurn([none, broken(mark)]) }
      const answer = await askAbsences(api, state, since, now, 24, call)
      return (await lookForAbsences(api, state, answer, now, call, atOnce)).lackedElsewhere
    }
    expect(await look('upcoming')).toEqual([known])
    expect(await look('withdrawn')).toEqual([])
  })
})

describe('what a window shows without an id', () => {
  const clockingsLookedFor = async (end: number) => {
    const tracked = aTrackedClocking({ start: utc(windowFrom - hour), end: utc(end) })
    const state = aState({ clockings: { [known]: tracked } })
    const api = {
      listClockings: inTurn([broken(mark), none, none, none, broken(known), broken(known)]),
    }
    const answer = await askClockings(api, state, since, now, 24, call)
    return (await lookForClockings(api, state, answer, call, atOnce)).lost
  }
  const absencesLookedFor = async (date: string) => {
    const on = { $type: 'LocalDate' as const, date }
    const tracked = { ...nothingSpecial, phase: 'started' as const, known: { start: on, end: on } }
    const state = aState({ absences: { [known]: tracked } })
    const api = { listAbsences: inTurn([broken(mark), broken(known)]) }
    const answer = await askAbsences(api, state, since, now, 24, call)
    return (await lookForAbsences(api, state, answer, now, call, atOnce)).lost
  }

  test('may be what lies in the window, too, and is shown with its id elsewhere', async () => {
    expect(await clockingsLookedFor(windowFrom + hour)).toEqual([known])
    expect(await absencesLookedFor('2026-11-20')).toEqual([known])
  })

  test('is something else where the window need not show that', async () => {
    expect(await clockingsLookedFor(windowFrom - minute)).toEqual([])
    expect(await absencesLookedFor('2026-10-20')).toEqual([])
  })
})
