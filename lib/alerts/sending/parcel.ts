import type { Mailing } from '../wording/message.ts'

/** One thing that a message says: the ids by which it waits, those of what it is told with or not at all, and whom it is about. */
export type Said = { ids: readonly string[]; follows: readonly string[]; of: string }

/** One message, what it says, and the ids of those whom it speaks of. */
export type Parcel = {
  ids: readonly string[]
  about: ReadonlySet<string>
  /** Made when its turn comes. */
  mailing: () => Mailing
  /** What it says, in the order in which it can be told, what was seen first of somebody first; of what is whole, nothing. */
  said: readonly Said[]
  /** A message of some of that. */
  only: (said: readonly Said[]) => Parcel
}

/** A message that is whole, as a digest is: it is not told in parts. */
export const wholeParcel = (ids: readonly string[], mailing: Mailing): Parcel => {
  const whole: Parcel = {
    ids,
    about: new Set(),
    mailing: () => mailing,
    said: [],
    only: () => whole,
  }
  return whole
}

const parcelOf = (parcel: Parcel, said: readonly Said[]): Parcel[] =>
  said.length === 0 ? [] : [parcel.only(said)]

/** A message without what it says of some, and what it says of those; of either nothing where that is empty. */
export const apart = (
  parcel: Parcel,
  people: ReadonlySet<string>,
): { others: Parcel[]; theirs: Parcel[] } => {
  const ofThem = parcel.said.filter(({ of }) => people.has(of))
  if (ofThem.length === 0) return { others: [parcel], theirs: [] }
  if (ofThem.length === parcel.said.length) return { others: [], theirs: [parcel] }
  const rest = parcel.said.filter(({ of }) => !people.has(of))
  return { others: parcelOf(parcel, rest), theirs: parcelOf(parcel, ofThem) }
}

/** A message of what is still to be said of it; nothing where it says no more. */
const ofWhich = (parcel: Parcel, isLeft: (said: Said) => boolean): Parcel[] => {
  const rest = parcel.said.filter(isLeft)
  return rest.length === parcel.said.length ? [parcel] : parcelOf(parcel, rest)
}

/** A message without what is told with some of these or not at all; nothing where it says no more. */
export const withoutFollowers = (parcel: Parcel, ids: ReadonlySet<string>): Parcel[] =>
  ofWhich(parcel, ({ follows }) => !follows.some((id) => ids.has(id)))

/** A message without what waits by nothing but these; nothing where it says no more. */
export const withoutIds = (parcel: Parcel, gone: ReadonlySet<string>): Parcel[] =>
  ofWhich(parcel, ({ ids }) => !ids.every((id) => gone.has(id)))

/** A message as several, of one person each: what of it has to be alone is, and what comes between is together. */
export const withAlone = (parcel: Parcel, isAlone: (said: Said) => boolean): Parcel[] =>
  [...Map.groupBy(parcel.said, ({ of }) => of).values()].flatMap((theirs) => {
    const runs: Said[][] = []
    let isOpen = false
    for (const each of theirs) {
      if (isOpen && !isAlone(each)) runs.at(-1)?.push(each)
      else runs.push([each])
      isOpen = !isAlone(each)
    }
    return runs.map((run) => parcel.only(run))
  })

/**
 * A message in two: of half of the people each, or, of one person, of the first thing and of what came after. What
 * cannot be divided is null.
 */
export const halves = (parcel: Parcel): [Parcel, Parcel] | null => {
  const { said } = parcel
  if (said.length < 2) return null
  const people = [...parcel.about]
  const half = new Set(people.slice(0, Math.ceil(people.length / 2)))
  const first =
    people.length === 1 ? new Set(said.slice(0, 1)) : new Set(said.filter(({ of }) => half.has(of)))
  return [
    parcel.only(said.filter((each) => first.has(each))),
    parcel.only(said.filter((each) => !first.has(each))),
  ]
}

/** How often a message is halved at once: where turns end before what hangs is found, into ever smaller parts. */
export const timesHalved = (failedTurns: number): number =>
  Math.min(7, Math.max(1, 2 * failedTurns - 5))

/** A message as parts of about the same size, halved so often; null where it says one thing. */
export const inPieces = (parcel: Parcel, times: number): Parcel[] | null => {
  let pieces = [parcel]
  for (let n = 0; n < times; n++) pieces = pieces.flatMap((piece) => halves(piece) ?? [piece])
  return pieces.length === 1 ? null : pieces
}
