import { describe, expect, test } from 'vitest'
import { epochMs, hour } from '../../lib/attendance/moments.ts'
import type { TrackedAbsence } from '../../lib/attendance/state.ts'
import { takeSnapshot } from '../../lib/polling/take-snapshot.ts'
import { pollWindow } from '../../lib/polling/window.ts'
import type { Absence } from '../../lib/workforce/contract/absence.ts'
import { ServerError } from '../../lib/workforce/errors.ts'
import { aHoliday, anId, aState, employeeId } from '../harness/builders.ts'

const now = epochMs('2026-11-20T12:00:00Z')
const dates = { from: '2026-11-18', to: '2026-11-22' }
const widest = { from: '2026-08-23', to: '2027-02-18' }
const on = (date: string) => ({ $type: 'LocalDate' as const, date })
const question = { now, window: pollWindow(now, now, 24), absencesSince: now }

const known: TrackedAbsence = {
  revision: 0,
  missed: 0,
  phase: 'started',
  known: { start: on('2026-11-19'), end: on('2026-11-20') },
  raised: [],
}
const state = aState({ absences: { [aHoliday().id]: known } })

type Answer = { records: Absence[]; complete?: boolean } | Error

/** What a poll makes of two answers about absences, and which dates it asked for. */
const looked = async (first: Answer, second: Answer) => {
  const asked: unknown[] = []
  const api = {
    listClockings: async function* () {
      yield { records: [], rejected: [] }
    },
    listAbsences: async function* (filters: object) {
      asked.push(filters)
      const answer = asked.length === 1 ? first : second
      if (answer instanceof Error) throw answer
      const { records, complete = true } = answer
      const broken = { index: 0, id: null, problems: ['start: invalid_format'] }
      yield { records, rejected: complete ? [] : [broken] }
    },
  }
  const { absences } = await takeSnapshot(api, state, question, { deadline: now + hour })
  return { absences, asked }
}

describe('an absence that the dates should show and do not', () => {
  const moved = aHoliday({ start: on('2026-12-24'), end: on('2026-12-25') })
  const stranger = aHoliday({ id: anId(9, 3), start: on('2026-12-24') })

  test('is looked for at all dates, and nothing else is taken from there', async () => {
    const other = aHoliday({ id: anId(8, 3) })
    const { absences, asked } = await looked({ records: [other] }, { records: [stranger, moved] })
    expect(absences).toEqual({ records: [other, moved], ...dates, complete: true })
    expect(asked).toEqual([
      { employeeId, ...dates },
      { employeeId, ...widest },
    ])
  })

  test('is not looked for where it is shown, or the answer was not complete', async () => {
    const shown = await looked({ records: [aHoliday()] }, { records: [moved] })
    expect(shown.absences).toEqual({ records: [aHoliday()], ...dates, complete: true })
    expect(shown.asked).toHaveLength(1)
    const broken = await looked({ records: [], complete: false }, { records: [moved] })
    expect(broken.absences).toEqual({ records: [], ...dates, complete: false })
    expect(broken.asked).toHaveLength(1)
  })

  test('stays in doubt where the second look was not complete, or fails', async () => {
    const { absences } = await looked({ records: [] }, { records: [], complete: false })
    expect(absences).toMatchObject({ records: [], complete: false })
    const failing = new ServerError('absences', 503)
    await expect(looked({ records: [] }, failing)).rejects.toBe(failing)
  })
})
