import { describe, expect, test } from 'vitest'
import { day, hour, utc } from '../../../lib/attendance/moments.ts'
import { lookForClockings } from '../../../lib/polling/asking/ask-clockings.ts'
import { reachAt } from '../../../lib/polling/asking/window.ts'
import { ServerError, ThrottledError } from '../../../lib/workforce/errors.ts'
import { markOf } from '../../../lib/workforce/nameless.ts'
import { atOnce } from '../../harness/answering.ts'
import { aClocking, anId, aState, aTrackedClocking } from '../../harness/builders.ts'
import { anApi, ask, broken, call, from, now, whole } from './clockings-api.ts'

/** Where what lies ahead is asked for, with a week of what does not. */
const ahead = now - 7 * day

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

  test('are asked for a week around where they were, when that is due, and nothing else is taken from there', async () => {
    const stranger = aClocking({ id: anId(8, 1) })
    const api = anApi((at) => [isAgain(at) ? whole(stranger, healed) : whole(aClocking())])
    const { records, askedAgain, isComplete } = await ask(api, remembering(utc(now)))
    expect(records).toEqual([aClocking(), healed])
    expect(askedAgain).toEqual({
      from: now - 47 * day,
      to: now - 31 * day,
      isWhole: true,
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
    const { unread, places } = await ask(api, remembering(utc(now)))
    expect(unread).toEqual([other, bad])
    expect(Object.keys(places)).toEqual([bad])
  })

  test('may be what is shown there without an id: it is there as one of the window is', async () => {
    const nameless = markOf({ id: 7 })
    const api = anApi((at) => [isAgain(at) ? broken(nameless) : whole(aClocking())])
    const { records, unread } = await ask(api, remembering(utc(now)))
    expect(records).toEqual([aClocking()])
    expect(unread).toEqual([expect.stringContaining(nameless)])
  })

  test('are found where they were moved to although the API fails elsewhere', async () => {
    const moved = aClocking({ id: bad, start: utc(now + day), end: utc(now + day + hour) })
    const failing = new ServerError('clockings', 500)
    const api = anApi((at) => {
      if (at === reachAt(now)) return [failing]
      return [at === ahead ? whole(moved) : whole()]
    })
    const { records, isComplete } = await ask(api, remembering(utc(now)))
    expect(records).toEqual([moved])
    expect(isComplete).toBe(true)
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

  test('are not known to be gone while the pages that may have them shift', async () => {
    let n = 0
    const api = anApi((at) =>
      isAgain(at) ? [whole(aClocking({ id: anId(100 + ++n, 1) })), whole()] : [whole(aClocking())],
    )
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
    return { answer, wide: await lookForClockings(api, known, answer, call, atOnce) }
  }

  test('is looked for everywhere else, and nothing else is taken from there', async () => {
    const moved = aClocking({ start: '2026-12-01T09:00:00Z', end: '2026-12-01T17:00:00Z' })
    const stranger = aClocking({ ...moved, id: anId(5, 1) })
    const api = anApi((at) => [at === ahead ? whole(stranger, moved) : whole()])
    const { answer, wide } = await look(api)
    expect(wide).toMatchObject({ ...answer, records: [moved], isWide: true, lackedElsewhere: [] })
    expect(api.asked.slice(1)).toEqual([
      { from: utc(reachAt(now)), to: utc(reachAt(now) + 31 * day) },
      { from: utc(reachAt(now) + 24 * day), to: utc(reachAt(now) + 55 * day) },
      { from: utc(reachAt(now) + 48 * day), to: utc(reachAt(now) + 79 * day) },
      { from: utc(reachAt(now) + 72 * day), to: utc(now) },
      { from: utc(ahead), to: utc(now + 24 * day) },
      { from: utc(now + 17 * day), to: utc(now + 31 * day) },
    ])
  })

  test('stays in doubt where that fails, or is not known to be whole', async () => {
    const failing = anApi((at) => [at === ahead ? new ServerError('clockings', 503) : whole()])
    const { answer, wide } = await look(failing)
    expect(wide).toMatchObject({ records: answer.records, isComplete: true, isWide: false })
    let n = 0
    const shifting = anApi((at) =>
      at === ahead ? [whole(aClocking({ id: anId(++n, 1) })), whole()] : [whole()],
    )
    expect((await look(shifting)).wide.isWide).toBe(false)
  })

  test.for([0, 1, 2, 3])('is found although piece %i fails', async (piece) => {
    const start = utc(now + day)
    const moved = aClocking({ start, end: utc(now + day + hour) })
    const api = anApi((at) => {
      if (at === reachAt(now) + piece * 24 * day) return [new ServerError('clockings', 500)]
      return [at === ahead ? whole(moved) : whole()]
    })
    const { answer, wide } = await look(api)
    expect(wide).toEqual({ ...answer, records: [moved], isWide: false })
  })

  test('is not asked for piece by piece where the first is refused', async () => {
    const api = anApi((at) => [at === from ? whole() : new ThrottledError('clockings', 429, null)])
    const { answer, wide } = await look(api)
    expect(wide).toBe(answer)
    expect(api.asked).toHaveLength(2)
  })

  test.for([
    ['the last piece', now + 17 * day],
    ['one between', reachAt(now) + 72 * day],
  ] as const)('may have lost its id by the time of %s', async ([, piece]) => {
    const open = aClocking({ end: null })
    const others = aState({ clockings: { [open.id]: aTrackedClocking({ end: null }) } })
    const api = anApi((at) => [at === piece ? broken(markOf({ id: 7 })) : whole(open)])
    const answer = await ask(api, others)
    const { lost, unread } = await lookForClockings(api, others, answer, call, atOnce)
    expect(unread).toEqual([expect.stringContaining(markOf({ id: 7 }))])
    expect(lost).toContain(open.id)
  })

  test('may be what cannot be read elsewhere', async () => {
    const api = anApi((at) => [at === ahead ? broken(aClocking().id) : whole()])
    const { wide } = await look(api)
    expect([wide.records, wide.unread]).toEqual([[], [aClocking().id]])
  })
})
