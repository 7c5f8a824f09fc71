import { describe, expect, test } from 'vitest'
import { day, epochMs, hour, minute, utc } from '../../../lib/attendance/moments.ts'
import type { EmployeeState, TrackedAbsence } from '../../../lib/attendance/state/state.ts'
import { askAbsences, lookForAbsences } from '../../../lib/polling/asking/ask-absences.ts'
import { reachAt } from '../../../lib/polling/asking/window.ts'
import type { Absence } from '../../../lib/workforce/contract/absence.ts'
import { ServerError } from '../../../lib/workforce/errors.ts'
import type { RecordsRead } from '../../../lib/workforce/listing.ts'
import { markOf } from '../../../lib/workforce/nameless.ts'
import { atOnce } from '../../harness/answering.ts'
import { aHoliday, anId, aState, employeeId, nothingSpecial } from '../../harness/builders.ts'

const now = epochMs('2026-11-20T12:00:00Z')
const since = '2026-11-20T11:45:00Z'
const dates = { from: '2026-11-18', to: '2026-11-22' }
const widest = { from: '2026-08-23', to: '2031-11-24' }
const call = { deadline: now + hour }
const on = (date: string) => ({ $type: 'LocalDate' as const, date })

const whole = (...records: Absence[]): RecordsRead<Absence> => ({ records, rejected: [] })
const broken = (id: string): RecordsRead<Absence> => ({
  records: [],
  rejected: [{ index: 0, id, problems: ['start: invalid_format'] }],
})

type Answer = RecordsRead<Absence> | Error

/** An API that answers in turn, the last way for ever, and remembers what it was asked. */
const anApi = (...answers: Answer[]) => {
  const asked: unknown[] = []
  return {
    asked,
    listAbsences: async function* (filters: object) {
      const answer = answers[Math.min(asked.length, answers.length - 1)] ?? whole()
      asked.push(filters)
      if (answer instanceof Error) throw answer
      yield answer
    },
  }
}

const ask = (api: ReturnType<typeof anApi>, state: EmployeeState = aState(), last = since) =>
  askAbsences(api, state, last, now, 24, call)

describe('asking for absences', () => {
  test('asks for the dates around now, and back to a lookback before the last answer', async () => {
    const api = anApi(whole(aHoliday()))
    expect(await ask(api)).toEqual({
      records: [aHoliday()],
      unread: [],
      places: {},
      unsure: [],
      lost: [],
      lackedElsewhere: [],
      ...dates,
      isComplete: true,
      isInDoubt: false,
      isWide: false,
      askedAgain: null,
      reach: reachAt(now) + day,
      forgetBefore: epochMs('2026-11-17T00:00:00Z'),
    })
    await ask(api, aState(), '2026-11-10T23:00:00Z')
    expect(api.asked).toEqual([
      { employeeId, ...dates },
      { employeeId, from: '2026-11-09', to: '2026-11-22' },
    ])
  })

  test('fails where they cannot be had', async () => {
    await expect(ask(anApi(new ServerError('absences', 500)))).rejects.toThrow(ServerError)
  })

  test('asks again for a record that could not be read and lies at other dates', async () => {
    const bad = anId(7, 3)
    const range = {
      from: '2026-10-01T00:00:00Z',
      to: '2026-10-05T00:00:00Z',
      missingSince: null,
      isHarmless: false,
    }
    const unread = { ids: { [bad]: range }, others: null, tries: 1, retryAt: utc(now) }
    const healed = aHoliday({ id: bad, start: on('2026-10-02'), end: on('2026-10-03') })
    const stranger = aHoliday({ id: anId(9, 3) })
    const api = anApi(whole(aHoliday()), whole(stranger, healed))
    const state = aState({ unread: { clockings: null, absences: unread } })
    expect((await ask(api, state)).records).toEqual([aHoliday(), healed])
    expect(api.asked[1]).toEqual({ employeeId, from: '2026-10-01', to: '2026-10-05' })
    const failing = anApi(whole(aHoliday()), new ServerError('absences', 500))
    expect((await ask(failing, state)).records).toEqual([aHoliday()])
    const nameless = markOf({ id: 7 })
    const { unread: mayBeIt } = await ask(anApi(whole(aHoliday()), broken(nameless)), state)
    expect(mayBeIt).toEqual([expect.stringContaining(nameless)])
  })
})

describe('an absence that the dates should show and do not', () => {
  const moved = aHoliday({ start: on('2026-12-24'), end: on('2026-12-25') })
  const stranger = aHoliday({ id: anId(9, 3), start: on('2026-12-24') })
  const known: TrackedAbsence = {
    ...nothingSpecial,
    phase: 'started',
    known: { start: on('2026-11-19'), end: on('2026-11-20') },
  }
  const state = aState({ absences: { [aHoliday().id]: known } })

  const looked = async (...answers: Answer[]) => {
    const api = anApi(...answers)
    const answer = await ask(api, state)
    return {
      answer,
      wide: await lookForAbsences(api, state, answer, now, call, atOnce),
      asked: api.asked,
    }
  }

  test('is looked for at all dates, and nothing else is taken from there', async () => {
    const other = aHoliday({ id: anId(8, 3) })
    const { answer, wide, asked } = await looked(whole(other), whole(other, stranger, moved))
    expect(wide).toEqual({ ...answer, records: [other, moved], isWide: true })
    expect(asked).toEqual([
      { employeeId, ...dates },
      { employeeId, ...widest },
    ])
  })

  test('stays in doubt where that fails, and may be what cannot be read there', async () => {
    const failing = await looked(whole(), new ServerError('absences', 503))
    expect(failing.wide).toBe(failing.answer)
    const { wide } = await looked(whole(), broken(aHoliday().id))
    expect([wide.records, wide.unread]).toEqual([[], [aHoliday().id]])
  })

  test('is looked for at dates that the API accepts, to the day and the minute', async () => {
    const { asked } = await looked(whole())
    const { from } = Object(asked[1])
    expect(now - epochMs(`${from}T00:00:00Z`)).toBeLessThanOrEqual(90 * day - 5 * minute)
  })
})
