import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { emptyPicture, learned, type Picture, type Telling } from '../../consumer/src/picture.ts'
import { lastOf } from '../replays/picture.ts'

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

describe('stream and snapshots', () => {
  /** What an event is about: one of three clockings, one of two absences, or the employment. */
  const about = [
    ...['c1', 'c2', 'c3'].map((id) => ['clocked-in', { clocking: { id } }] as const),
    ...['a1', 'a2'].map((id) => ['absence-started', { absence: { id } }] as const),
    ['employee-changed', {}] as const,
  ]
  const anyEvent = fc.record({ of: fc.nat(about.length - 1), isSnapshot: fc.boolean() })
  const anyStory = fc
    .array(fc.array(anyEvent, { minLength: 1, maxLength: 4 }), { maxLength: 12 })
    .map((numbers) =>
      numbers.flatMap((events, sequence) => {
        const [first] = events
        // Of one number there is one event, or all that a snapshot tells.
        const told = first?.isSnapshot
          ? new Map(events.map((each) => [each.of, each])).values()
          : events.slice(0, 1)
        return [...told].map(({ of, isSnapshot }): Telling => {
          const [type, data] = about[of] ?? ['employee-changed', {}]
          return { ...telling(type, sequence + 1, data), ...(isSnapshot && { snapshot: true }) }
        })
      }),
    )

  test('come to the same picture in whichever order, and however often', () => {
    fc.assert(
      fc.property(
        anyStory.chain((story) => fc.shuffledSubarray([...story, ...story], { minLength: 0 })),
        (events) => {
          expect(pictureOf(...events).last).toEqual(Object.fromEntries(lastOf(events)))
        },
      ),
    )
  })
})
