import fc from 'fast-check'
import { type Day, parts, removed, type Thing, type Trouble } from './troubles.ts'

/** Minutes in which most of a day happens. */
const span = 300

/** The first parts of a clocking of each of a few people, in the order in which they are seen. */
const someThings: fc.Arbitrary<Thing[]> = fc
  .array(
    fc.record({
      minutes: fc.uniqueArray(fc.integer({ min: 0, max: span }), { minLength: 1, maxLength: 5 }),
      isRemoved: fc.boolean(),
    }),
    { minLength: 1, maxLength: 5 },
  )
  .map((all) =>
    all
      .flatMap(({ minutes, isRemoved }, n) =>
        minutes
          .toSorted((a, b) => a - b)
          .map((seenAt, k): Thing => {
            const isLast = k === minutes.length - 1 && k > 0
            const part = isLast && isRemoved ? removed : (parts[k] ?? removed)
            return { person: n + 1, part, seenAt }
          }),
      )
      .toSorted((a, b) => a.seenAt - b.seenAt),
  )

/** Outages of a whole destination, one after the other. */
const someOutages: fc.Arbitrary<Trouble[]> = fc
  .array(
    fc.record({
      quiet: fc.integer({ min: 1, max: 120 }),
      lasting: fc.oneof(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 30, max: 400 })),
      how: fc.constantFrom('fails' as const, 'hangs' as const, 'throttles' as const),
    }),
    { maxLength: 3 },
  )
  .map((all) => {
    let now = 0
    return all.map(({ quiet, lasting, how }) => {
      const from = now + quiet
      now = from + lasting
      return { from, to: now, how }
    })
  })

/** Troubles at what is said of single people. */
const someOwnTroubles: fc.Arbitrary<Trouble[]> = fc.array(
  fc
    .record({
      person: fc.integer({ min: 1, max: 5 }),
      from: fc.integer({ min: 0, max: span }),
      lasting: fc.integer({ min: 1, max: 300 }),
      how: fc.constantFrom('fails' as const, 'hangs' as const, 'refuses' as const),
    })
    .map(({ person, from, lasting, how }) => ({ person, from, to: from + lasting, how })),
  { maxLength: 2 },
)

/** A day of a destination: its things, outages of all of it one after the other, and troubles at single people. */
export const someDay: fc.Arbitrary<Day> = fc
  .record({
    to: fc.constantFrom('slack' as const, 'email' as const),
    group: fc.constantFrom(0, 60, 600),
    things: someThings,
    outages: someOutages,
    own: someOwnTroubles,
    moveBack: fc.boolean(),
  })
  .map(({ outages, own, ...rest }) => ({ ...rest, troubles: [...outages, ...own] }))
