import { idAsOriginal } from '../receiving/collect.ts'
import { type FailedAt, knownOf } from './in-order.ts'
import { type Parcel, withoutFollowers } from './parcel.ts'

/** What a destination has failed at for long, and takes others beside, with what it said. */
export type Late = { parcel: Parcel; reason: string }

/** What was to be put aside in an earlier turn, and is not: what came after it may have been told. */
export const leftToPutAside = (parcels: readonly Parcel[], known: FailedAt): Late[] =>
  parcels.flatMap((parcel) => {
    const reason = knownOf(parcel, known).find(({ aside }) => aside !== undefined)?.aside
    return reason === undefined ? [] : [{ parcel, reason }]
  })

/** What is given up in a turn, because the destination has failed at it for long: it holds up nothing, and is put aside. */
export const givingUp = () => {
  const late: Late[] = []
  const given = new Set<string>()
  const people = new Set<string>()
  /** Why what is not put aside yet is to be, by the ids of what waits. */
  const asides = new Map<string, string>()
  return {
    giveUp: (parcel: Parcel, reason: string): void => {
      late.push({ parcel, reason })
      for (const id of parcel.ids) given.add(idAsOriginal(id))
      for (const person of parcel.about) people.add(person)
    },
    /** Somebody else is told: what is in doubt is not given up for that. @returns that, of whomever nothing was told */
    notGivenUp: ({ about }: Parcel, isInDoubt: (parcel: Parcel) => boolean): Parcel[] => {
      const isTaken = (parcel: Parcel) => [...parcel.about].some((person) => about.has(person))
      const kept = late.filter(({ parcel }) => isInDoubt(parcel) && !isTaken(parcel))
      for (const each of kept) late.splice(late.indexOf(each), 1)
      for (const { parcel } of kept) {
        for (const id of parcel.ids) given.delete(idAsOriginal(id))
        for (const person of parcel.about) people.delete(person)
      }
      return kept.map(({ parcel }) => parcel)
    },
    /** Whether a message is about people alone of whom something is given up. */
    isOfTheirs: ({ about }: Parcel): boolean =>
      about.size > 0 && [...about].every((person) => people.has(person)),
    /** A message without what was told before, and only follows on what is given up. */
    without: (parcel: Parcel): Parcel[] => withoutFollowers(parcel, given),
    /** The destination takes other things. @returns what is to be put aside now */
    toPutAside: (): Late[] => {
      for (const { parcel, reason } of late) for (const id of parcel.ids) asides.set(id, reason)
      return late.splice(0)
    },
    asides,
  }
}
