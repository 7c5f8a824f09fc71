import { describe, expect, test } from 'vitest'
import { day, epochMs, hour, minute, utc } from '../../../lib/attendance/moments.ts'
import type { EmployeeState } from '../../../lib/attendance/state/state.ts'
import { askClockings, lookForClockings } from '../../../lib/polling/asking/ask-clockings.ts'
import { reachAt } from '../../../lib/polling/asking/window.ts'
import type { Clocking } from '../../../lib/workforce/contract/clocking.ts'
import { ServerError } from '../../../lib/workforce/errors.ts'
import type { RecordsRead } from '../../../lib/workforce/listing.ts'
import { aClocking, anId, aState, aTrackedClocking, employeeId } from '../../harness/builders.ts'

const now = epochMs('2026-11-20T12:00:00Z')
const since = '2026-11-20T11:59:00Z'
const call = { deadline: now + hour }
const from = epochMs(since) - day - 5 * minute

const whole = (...records: Clocking[]): RecordsRead<Clocking> => ({ records, rejected: [] })
const broken = (id: string, ...records: Clocking[]): RecordsRead<Clocking> => ({
  records,
  rejected: [{ index: 0, id, problems: ['start: invalid_format'] }],
})

type Answer = (from: number, to: number) => (RecordsRead<Clocking> | Error)[]

/** An API that remembers what it was asked. */
const anApi = (answer: Answer) => {
  const asked: { from: string; to: string }[] = []
  const calls: unknown[] = []
  return {
    asked,
    calls,
    listClockings: async function* (
      filters: { employeeId: string; from?: string; to?: string },
      options?: unknown,
    ) {
      expect(filters.employeeId).toBe(employeeId)
      const range = { from: filters.from ?? '', to: filters.to ?? '' }
      asked.push(range)
      calls.push(options)
      for (const page of answer(epochMs(range.from), epochMs(range.to))) {
        if (page instanceof Error) throw page
        yield page
      }
    },
  }
}

const ask = (api: ReturnType<typeof anApi>, state: EmployeeState = aState(), last = since) =>
  askClockings(api, state, last, now, 24, call)

describe('asking for clockings', () => {
  test('asks from a lookback before the last answer up to now, in UTC, until the deadline', async () => {
    const api = anApi(() => [whole()])
    expect(await ask(api)).toEqual({
      records: [],
      unread: [],
      window: { from, to: now },
      reach: reachAt(now),
      isComplete: true,
      isInDoubt: false,
      isWide: false,
      askedAgain: null,
      forgetBefore: now - day - 5 * minute,
    })
    expect(api.asked).toEqual([{ from: '2026-11-19T11:54:00Z', to: '2026-11-20T12:00:00Z' }])
    expect(api.calls).toEqual([call])
  })

  test('has the records of all pages, one that two pages show once, as it was last', async () => {
    const later = aClocking({ note: 'later' })
    const other = aClocking({ id: anId(2, 1) })
    const api = anApi(() => [whole(aClocking(), other), whole(later)])
    expect((await ask(api)).records).toEqual([later, other])
  })

  test('is complete where two readings of several pages agree', async () => {
    const other = aClocking({ id: anId(2, 1) })
    const api = anApi(() => [whole(aClocking()), whole(other)])
    expect(await ask(api)).toMatchObject({ records: [aClocking(), other], isComplete: true })
    expect(api.asked).toHaveLength(2)
  })

  test('asks for a long window in pieces, oldest first', async () => {
    const api = anApi(() => [whole()])
    await ask(api, aState(), utc(now - 70 * day))
    expect(api.asked).toEqual([
      { from: '2026-09-10T11:55:00Z', to: '2026-10-11T11:55:00Z' },
      { from: '2026-10-11T11:55:00Z', to: '2026-11-11T11:55:00Z' },
      { from: '2026-11-11T11:55:00Z', to: '2026-11-20T12:00:00Z' },
    ])
  })

  test('fails where a page cannot be had', async () => {
    const api = anApi(() => [whole(aClocking()), new ServerError('clockings', 500)])
    await expect(ask(api)).rejects.toThrow(ServerError)
  })

  test('names the records that cannot be read, and is complete all the same', async () => {
    const api = anApi(() => [broken(anId(7, 1), aClocking())])
    const { records, unread, isComplete } = await ask(api)
    expect([records, unread, isComplete]).toEqual([[aClocking()], [anId(7, 1)], true])
  })

  test('is not complete where pages shift each time they are read, and forgets nothing then', async () => {
    let n = 0
    const api = anApi(() => [whole(aClocking({ id: anId(++n, 1) })), whole()])
    const { isComplete, forgetBefore, records } = await ask(api)
    expect([isComplete, forgetBefore]).toEqual([false, from])
    expect(api.asked).toHaveLength(4)
    expect(records).toHaveLength(4)
  })
})

describe('records that could not be read before', () => {
  const bad = anId(7, 1)
  const range = {
    from: utc(now - 40 * day),
    to: utc(now - 38 * day),
    missingSince: null,
    isHarmless: false,
  }
  const remembering = (retryAt: string) =>
    aState({
      unread: {
        clockings: { ids: { [bad]: range }, others: null, tries: 3, retryAt },
        absences: null,
      },
    })
  const healed = aClocking({ id: bad, start: utc(now - 39 * day), end: utc(now - 39 * day + hour) })
  const isAgain = (at: number) => at < now - 30 * day

  test('are asked for where they were, when that is due, and nothing else is taken from there', async () => {
    const stranger = aClocking({ id: anId(8, 1) })
    const api = anApi((at) => [isAgain(at) ? whole(stranger, healed) : whole(aClocking())])
    const { records, askedAgain, isComplete } = await ask(api, remembering(utc(now)))
    expect(records).toEqual([aClocking(), healed])
    expect(askedAgain).toEqual({
      from: now - 40 * day,
      to: now - 38 * day,
      isWhole: true,
      unread: [],
      hasLost: false,
    })
    expect(isComplete).toBe(true)
    expect(api.asked).toHaveLength(2)
  })

  test('are not asked for before that is due, nor where the window shows them', async () => {
    const early = anApi(() => [whole()])
    expect((await ask(early, remembering(utc(now + 1)))).askedAgain).toBeNull()
    const shown = anApi(() => [broken(bad)])
    expect((await ask(shown, remembering(utc(now)))).askedAgain).toBeNull()
    expect([early.asked.length, shown.asked.length]).toEqual([1, 1])
  })

  test('are known to be there where they are still broken, and the window shows others', async () => {
    const other = anId(9, 2)
    const api = anApi((at) => [isAgain(at) ? broken(bad) : broken(other)])
    const { unread, askedAgain } = await ask(api, remembering(utc(now)))
    expect(unread).toEqual([other, bad])
    expect(askedAgain?.unread).toEqual([bad])
  })

  test('that cannot be asked for cost the others nothing', async () => {
    const failing = new ServerError('clockings', 500)
    const api = anApi((at) => [isAgain(at) ? failing : whole(aClocking())])
    expect(await ask(api, remembering(utc(now)))).toMatchObject({
      records: [aClocking()],
      isComplete: true,
      askedAgain: { isWhole: false },
    })
  })
})

describe('a clocking that the window should show and does not', () => {
  const known = aState({ clockings: { [aClocking().id]: aTrackedClocking() } })
  const look = async (api: ReturnType<typeof anApi>) => {
    const answer = await ask(api, known)
    return { answer, wide: await lookForClockings(api, known, answer, call) }
  }

  test('is looked for everywhere else, and nothing else is taken from there', async () => {
    const moved = aClocking({ start: '2026-12-01T09:00:00Z', end: '2026-12-01T17:00:00Z' })
    const stranger = aClocking({ id: anId(5, 1) })
    const api = anApi((at) => [at === now ? whole(stranger, moved) : whole()])
    const { answer, wide } = await look(api)
    expect(wide).toEqual({ ...answer, records: [moved], isWide: true })
    expect(api.asked.slice(1)).toEqual([
      { from: utc(reachAt(now)), to: utc(reachAt(now) + 31 * day) },
      { from: utc(reachAt(now) + 31 * day), to: utc(reachAt(now) + 62 * day) },
      { from: utc(reachAt(now) + 62 * day), to: utc(from) },
      { from: utc(now), to: utc(now + 31 * day) },
    ])
  })

  test('stays in doubt where that fails, or is not known to be whole', async () => {
    const failing = anApi((at) => [at === now ? new ServerError('clockings', 503) : whole()])
    const { answer, wide } = await look(failing)
    expect(wide).toBe(answer)
    expect(wide.isWide).toBe(false)
    let n = 0
    const shifting = anApi((at) =>
      at === now ? [whole(aClocking({ id: anId(++n, 1) })), whole()] : [whole()],
    )
    expect((await look(shifting)).wide.isWide).toBe(false)
  })

  test('may be what cannot be read elsewhere', async () => {
    const api = anApi((at) => [at === now ? broken(aClocking().id) : whole()])
    const { wide } = await look(api)
    expect([wide.records, wide.unread]).toEqual([[], [aClocking().id]])
  })
})
