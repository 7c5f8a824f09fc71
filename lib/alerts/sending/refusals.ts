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
 */
export const refusalsInARow = (isOneATurn: boolean) => {
  let count = 0
  /** Of people alone, after so many that the destination may refuse all there are. */
  let alone = 0
  let hasTaken = false
  const ofPerson = new Map<string, number>()
  return {
    /** It refused a message. @returns what to ask it for in its place; null where nothing is worth that */
    refused: (parcel: Parcel): Parts | null => {
      const [person = '', ...others] = parcel.about
      const isOfOne = others.length === 0
      const ofOne = isOfOne ? (ofPerson.get(person) ?? 0) : 0
      const mayRefuseAll = count >= mostRefused
      const isWorthIt = ofOne < mostRefused && (hasTaken || alone < mostRefused)
      // However much there is of one person, it says no more of what there is of others.
      if (isOfOne && ofOne === 0 && mayRefuseAll) alone += 1
      else if (ofOne === 0 && (!isOneATurn || isOfOne)) count += 1
      if (isOfOne) ofPerson.set(person, ofOne + 1)
      if (!isWorthIt) return null
      if (mayRefuseAll && !isOfOne) return oneApart(parcel)
      const both = halves(parcel)
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
