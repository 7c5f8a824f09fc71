import { describe, expect, test } from 'vitest'
import { emptyPicture, learned, type Picture, type Telling } from '../../consumer/src/picture.ts'

const telling = (type: string, sequence: number, of: Partial<Telling['data']> = {}): Telling => ({
  type: `attendance.${type}`,
  sequence: String(sequence).padStart(20, '0'),
  data: { employee: { id: 'a' }, ...of },
})
const pictureOf = (...events: Telling[]): Picture<Telling> =>
  events.reduce<Picture<Telling>>(learned, emptyPicture)

describe('an event of a type that came after this version', () => {
  test('says nothing of whether somebody has left', () => {
    const left = telling('employee-left', 5)
    expect(pictureOf(left, telling('shift-planned', 6)).last).toEqual({ employment: left })
  })

  test('hides nothing of a clocking', () => {
    const out = telling('clocked-out', 5, { clocking: { id: 'c' } })
    const approved = telling('clocking-approved', 6, { clocking: { id: 'c' } })
    expect(pictureOf(approved, out).last).toEqual({ c: out })
  })
})
