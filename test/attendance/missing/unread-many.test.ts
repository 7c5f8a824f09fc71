import { describe, expect, test } from 'vitest'
import { day, utc } from '../../../lib/attendance/moments.ts'
import { inWindow, kept, now, old, oldRange, reach, remembered } from './unread-answers.ts'

describe('more records than are remembered by their ids', () => {
  const unread = Array.from({ length: 130 }, (_, n) => `bad ${n}`)
  const many = kept(null, { unread })

  test('are remembered by how many they are, and where', () => {
    expect(Object.keys(many?.ids ?? {})).toHaveLength(100)
    expect(many?.others).toEqual({ ...inWindow, count: 30, missingSince: null })
  })

  test('may be other ones wherever an answer shows some', () => {
    const others = { ...old, count: 200, missingSince: utc(now) }
    expect(kept({ ...(many ?? remembered({})), others }, { unread })?.others).toEqual({
      from: old.from,
      to: inWindow.to,
      count: 30,
      missingSince: null,
    })
  })

  test('are given up once they are not found for a day, or the API’s reach has passed them', () => {
    const others = { ...old, count: 30, missingSince: null }
    const missed = kept(remembered({ others }), { askedAgain: oldRange })
    expect(missed?.others).toEqual({ ...others, missingSince: utc(now) })
    const later = { moment: now + day + 1 }
    expect(kept(missed, { askedAgain: oldRange }, later)).toBeNull()
    const past = { ...others, from: utc(reach - day), to: utc(reach) }
    expect(kept(remembered({ others: past }))).toBeNull()
  })
})
