import type { Parcel } from './parcel.ts'

/** One that refuses so many in a row may refuse all there are, or all of somebody: the rest is not divided any further. */
const mostRefused = 6

/**
 * What a destination refuses for what it is, one after another, until it takes something.
 * @param isOneATurn whether a turn ends with what it takes, so that what is refused is looked for to its end: a message then says no more
 *   than what it says
 */
export const refusalsInARow = (isOneATurn: boolean) => {
  let count = 0
  const ofPerson = new Map<string, number>()
  return {
    /** It refused a message. @returns whether to ask it for parts of that */
    refused: ({ about, said }: Pick<Parcel, 'about' | 'said'>): boolean => {
      const [person = '', ...others] = about
      const ofOne = others.length === 0 ? (ofPerson.get(person) ?? 0) : 0
      const isWorthIt = Math.max(count, ofOne) < mostRefused
      // However much there is of one person, it says no more of what there is of others.
      if (ofOne === 0 && (!isOneATurn || said.length < 2)) count += 1
      if (others.length === 0) ofPerson.set(person, ofOne + 1)
      return isWorthIt
    },
    taken: (): void => {
      count = 0
      ofPerson.clear()
    },
  }
}
