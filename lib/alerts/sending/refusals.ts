import { apart, halves, type Parcel } from './parcel.ts'

/**
 * Who refuses so many in a row may refuse all there are, and is asked about people alone. Where so many of those are refused, too, and nothing
 * was taken, or so much of one person, the rest is not divided any further.
 */
const mostRefused = 6

/** The parts for which a destination is asked in place of a message: next, and after what else there is. */
type Parts = { next: readonly Parcel[]; later: readonly Parcel[] }

/** One person of a message alone, and later the others: so whoever is asked about stands now here, now there. */
const oneApart = (parcel: Parcel): Parts => {
  const last = new Set(parcel.said.slice(-1).map(({ of }) => of))
  const { theirs, others } = apart(parcel, last)
  return { next: theirs, later: others }
}

/**
 * What a destination refuses for what it is, one after another, until it takes something.
 * @param isOneATurn whether a turn ends with what it takes, so that what is refused is looked for to its end: only a message about one
 *   person then says something of what else there is
 * @param takesSome whether it took some of what it was told in its last turn
 */
export const refusalsInARow = (isOneATurn: boolean, takesSome: boolean) => {
  let count = 0
  /** Of people alone, after so many that the destination may refuse all there are. */
  let alone = 0
  let hasTaken = takesSome
  /** How many things of each person, alone. */
  const ofPerson = new Map<string, number>()

  const note = ({ about, said }: Parcel): void => {
    const [person = '', ...others] = about
    const isOfOne = others.length === 0
    // However much there is of one person, it says no more of what there is of others.
    const isNew = !isOfOne || !ofPerson.has(person)
    if (isNew && isOfOne && count >= mostRefused) alone += 1
    else if (isNew && (!isOneATurn || isOfOne)) count += 1
    if (isOfOne) ofPerson.set(person, (ofPerson.get(person) ?? 0) + (said.length < 2 ? 1 : 0))
  }

  return {
    /** It refused a message. @returns what to ask it for in its place; null where nothing is worth that */
    refused: (parcel: Parcel): Parts | null => {
      const mayRefuseAll = count >= mostRefused
      const isWorthIt = hasTaken || alone < mostRefused
      note(parcel)
      const [person = '', ...others] = parcel.about
      if (!isWorthIt) return null
      if (mayRefuseAll && others.length > 0) return oneApart(parcel)
      const isAllOfOne = others.length === 0 && (ofPerson.get(person) ?? 0) >= mostRefused
      const both = isAllOfOne ? null : halves(parcel)
      if (both === null) return null
      return isOneATurn ? { next: both, later: [] } : { next: [], later: both }
    },
    taken: (): void => {
      hasTaken = true
      count = 0
      ofPerson.clear()
    },
  }
}
