import type { Parcel } from './parcel.ts'

/** One that refuses so many in a row may refuse all there are, or all of somebody: the rest is not divided any further. */
const mostRefused = 6

/** What a destination refuses for what it is, one after another, until it takes something. */
export const refusalsInARow = () => {
  let count = 0
  const ofPerson = new Map<string, number>()
  return {
    /** It refused a message. @returns whether to ask it for parts of that */
    refused: ({ about, said }: Pick<Parcel, 'about' | 'said'>): boolean => {
      const [person = '', ...others] = about
      const ofOne = others.length === 0 ? (ofPerson.get(person) ?? 0) : 0
      const isWorthIt = Math.max(count, ofOne) < mostRefused
      // However much there is of one person, it says no more of what there is of others; and a message no more than what it says.
      if (ofOne === 0 && said.length < 2) count += 1
      if (others.length === 0) ofPerson.set(person, ofOne + 1)
      return isWorthIt
    },
    taken: (): void => {
      count = 0
      ofPerson.clear()
    },
  }
}
