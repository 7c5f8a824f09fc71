import { leftToPutAside } from './giving-up.ts'
import { type FailedAt, inOrder, joinedAgain } from './in-order.ts'
import type { Parcel } from './parcel.ts'

/** What is left to say in a turn, in the order in which it is tried. */
export const leftToSay = (parcels: readonly Parcel[], known: FailedAt) => {
  const ordered = inOrder(parcels, known)
  const { well } = ordered
  const alone = [...ordered.inDoubt.map(({ parcel }) => parcel), ...ordered.bad]
  const toPutAside = leftToPutAside(alone, known)
  const isTried = (parcel: Parcel) => toPutAside.every((each) => each.parcel !== parcel)
  const inDoubt = ordered.inDoubt.filter(({ parcel }) => isTried(parcel))
  const bad = ordered.bad.filter(isTried)
  const parts: Parcel[] = []
  let isPart = false
  let probe: Parcel | null = null

  /** Of what is in doubt one thing after the other, until the destination takes one: then all else. */
  const nextInDoubt = (takesSome: boolean): Parcel | undefined => {
    if (takesSome) well.push(...joinedAgain(inDoubt.splice(0)))
    return well.shift() ?? inDoubt.shift()?.parcel
  }

  return {
    /** What is not tried, but put aside before anything is said. */
    toPutAside,

    /** @param takesSome whether the destination takes some of what it is told */
    next: (takesSome: boolean): Parcel | undefined => {
      isPart = parts.length > 0
      return parts.shift() ?? well.shift() ?? nextInDoubt(takesSome) ?? bad.shift()
    },

    /** Whether what came last is a part of a message. */
    isPart: (): boolean => isPart,

    /** Has a message told in parts. */
    divide: ({ about }: Parcel, both: readonly Parcel[]): void => {
      // What came after something of one person waits for that.
      if (about.size === 1) parts.unshift(...both)
      else parts.push(...both)
    },

    /** Whether a message is the one thing by which another is tried. */
    isProbe: (parcel: Parcel): boolean => parcel === probe,
    hasProbed: (): boolean => probe !== null,

    /** Has one thing alone tried of a message that failed in both halves. @returns what is not tried any more, the message and all parts; nothing where it says nothing */
    tryOne: (parcel: Parcel): Parcel[] => {
      const [last] = parcel.said.toReversed()
      const first = parcel.said.find(({ of }) => of === last?.of)
      if (first === undefined) return []
      const untried = [parcel, ...parts.splice(0)]
      probe = parcel.only([first])
      parts.push(probe)
      return untried
    },
  }
}
