import { describe, expect, test } from 'vitest'
import { day, minute, utc } from '../../../lib/attendance/moments.ts'
import { reachAt } from '../../../lib/polling/asking/window.ts'
import { ServerError } from '../../../lib/workforce/errors.ts'
import { aClocking, anId, aState } from '../../harness/builders.ts'
import { anApi, ask, broken, call, from, now, whole } from './clockings-api.ts'

describe('asking for clockings', () => {
  test('asks from a lookback before the last answer up to now, in UTC, until the deadline', async () => {
    const api = anApi(() => [whole()])
    expect(await ask(api)).toEqual({
      records: [],
      unread: [],
      places: {},
      unsure: [],
      lost: [],
      lackedElsewhere: [],
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
      { from: '2026-10-04T11:55:00Z', to: '2026-11-04T11:55:00Z' },
      { from: '2026-10-28T11:55:00Z', to: '2026-11-20T12:00:00Z' },
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
