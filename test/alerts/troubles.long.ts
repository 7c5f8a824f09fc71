import fc from 'fast-check'
import { expect } from 'vitest'
import { test } from './support/alert-test.ts'
import { aRule } from './support/events.ts'
import { someDay } from './support/some-days.ts'
import {
  type Day,
  type Part,
  parts,
  pass,
  removed,
  type Thing,
  type Told,
  type Trouble,
} from './support/troubles.ts'

const order: readonly Part[] = [...parts, removed]

const keyOf = ({ person, part }: Pick<Thing, 'person' | 'part'>): string => `${person} ${part}`

/** Whether what is told of somebody may go to the dead letters. */
const mayBeGivenUp = ({ troubles, things }: Day, person: number): boolean => {
  const own = troubles.filter((each) => each.person === person)
  const isAlone = things.every((each) => each.person === person)
  const isLong = ({ from, to, how }: Trouble) => how === 'refuses' || to - from >= 100
  return own.some(isLong) || (own.length > 0 && isAlone)
}

/** How long it may take until something is told that nothing is in the way of, in minutes, as README gives it. */
const longest = (day: Day, { person }: Thing): number => {
  const own = day.troubles.filter((each) => each.person !== undefined)
  const hanging = new Set(own.flatMap((each) => (each.how === 'hangs' ? [each.person] : []))).size
  const isGivenUp = own.some(
    (each) => each.person !== person && mayBeGivenUp(day, each.person ?? 0),
  )
  const byMail = day.to === 'email' && own.length > 0 ? 15 : 0
  return 17 + 15 * Math.ceil(hanging / 2) + (isGivenUp ? 30 : 0) + byMail
}

/**
 * By when something is to be told at the latest, in minutes: once nothing has been in its way for as long as it takes.
 * @param within so many minutes
 */
const latest = ({ troubles, group }: Day, thing: Thing, within: number) => {
  const ready = thing.seenAt + group / 60
  const inTheWay = troubles
    .filter(({ person }) => person === undefined || person === thing.person)
    .toSorted((a, b) => a.from - b.from)
  return (
    inTheWay.reduce(
      (free, { from, to }) => (from <= free + within ? Math.max(free, to) : free),
      ready,
    ) + within
  )
}

type Passed = Awaited<ReturnType<typeof pass>>

/** Whatever is moved back may have its correction told once more; all else is told once, or lies in the dead letters. */
const expectAllOnce = (day: Day, { told, letters }: Passed): void => {
  const isOnce = ({ part }: Pick<Told, 'part'>) => part !== removed || !day.moveBack
  const all = [...told, ...(day.moveBack ? [] : letters)]
  expect(all.filter(isOnce).map(keyOf).toSorted()).toEqual(
    day.things.filter(isOnce).map(keyOf).toSorted(),
  )
}

const expectNoneGivenUpInHaste = (day: Day, { letters }: Passed): void => {
  for (const { person } of letters) expect(mayBeGivenUp(day, person), `${person}`).toBe(true)
}

/** Of each person in its order; only what was moved back comes late, and is not the last word. */
const expectInOrder = (day: Day, { told, letters }: Passed): void => {
  for (const [person, things] of Map.groupBy(day.things, (thing) => thing.person)) {
    const isTheirs = (each: Told) => each.person === person
    const ofThem = told.filter(isTheirs).map(({ part }) => part)
    const lost = letters.filter(isTheirs)
    const isTaken = day.moveBack || lost.every(({ part }) => part !== removed)
    if (isTaken && things.some(({ part }) => part === removed)) expect(ofThem.at(-1)).toBe(removed)
    if (day.moveBack && lost.length > 0) continue
    expect(ofThem).toEqual(order.filter((part) => ofThem.includes(part)))
  }
}

const expectInTime = (day: Day, { told, letters }: Passed): void => {
  for (const thing of day.things) {
    if (letters.some(({ person }) => person === thing.person)) continue
    const at = told.find((each) => keyOf(each) === keyOf(thing))?.at
    expect(at, keyOf(thing)).toBeLessThanOrEqual(latest(day, thing, longest(day, thing)))
  }
}

test('whatever troubles a destination has, it is told all, once, in order and in time, but what lies in the dead letters', async ({
  start,
}) => {
  await fc.assert(
    fc.asyncProperty(someDay, async (day) => {
      const { to, group } = day
      const where = to === 'slack' ? { slack: ['office'] } : { slack: [], email: ['managers'] }
      const world = await start([aRule({ on: [...order], group, ...where })])
      const passed = await pass(world, day)
      expectAllOnce(day, passed)
      expectNoneGivenUpInHaste(day, passed)
      expectInOrder(day, passed)
      expectInTime(day, passed)
    }),
    { numRuns: 100, seed: 1 },
  )
})
