import { minute } from '../../attendance/moments.ts'
import { leftToPutAside } from './giving-up.ts'
import { type FailedAt, inOrder, joinedAgain, knownOf } from './in-order.ts'
import type { Parcel } from './parcel.ts'

/** What is known to fail, and has not been tried for so long, comes before what is new: by mail there is one message in a turn. */
const untriedAtMost = 10 * minute

/**
 * What is left to say in a turn, in the order in which it is tried.
 * @param now epoch milliseconds by the clock of the machines
 */
export const leftToSay = (parcels: readonly Parcel[], known: FailedAt, now: number) => {
  const ordered = inOrder(parcels, known)
  const { well, triedAt } = ordered
  const alone = [...ordered.inDoubt.map(({ parcel }) => parcel), ...ordered.bad]
  const toPutAside = leftToPutAside(alone, known)
  const isTried = (parcel: Parcel) => toPutAside.every((each) => each.parcel !== parcel)
  const inDoubt = ordered.inDoubt.filter(({ parcel }) => isTried(parcel))
  const bad = ordered.bad.filter(isTried)
  const parts: Parcel[] = []
  const last: Parcel[] = []
  /** So many at the head of the last are parts of what was tried before the others. */
  let partsAmongLast = 0
  let isPart = false
  let hasBegun = false
  let probe: Parcel | null = null

  /** One of what is known to fail, where that has waited for its turn for long, and the destination takes others. */
  const nextUntried = (takesSome: boolean): Parcel | undefined => {
    const isFirst = !hasBegun && takesSome
    hasBegun = true
    const [first] = bad
    if (!isFirst || first === undefined) return undefined
    const isLong = knownOf(first, known).every(
      ({ since, last = since }) => last <= now - untriedAtMost,
    )
    return isLong ? bad.shift() : undefined
  }

  /**
   * Of what is in doubt one thing after the other, until the destination takes one: then all else, before what is new. What is
   * known to fail has its turn among that, as long as nothing is taken: those few tries come to everybody.
   */
  const nextWell = (takesSome: boolean): Parcel | undefined => {
    if (takesSome) well.unshift(...joinedAgain(inDoubt.splice(0)))
    const [first] = inDoubt
    const [failing] = bad
    const isItsTurn =
      first !== undefined && failing !== undefined && triedAt(failing) < triedAt(first.parcel)
    return well.shift() ?? (isItsTurn ? bad.shift() : inDoubt.shift()?.parcel)
  }

  /** Whether something of the same person waits for all others. */
  const isBehind = ({ about }: Parcel): boolean =>
    last.some((each) => [...each.about].some((person) => about.has(person)))

  return {
    /** What is not tried, but put aside before anything is said. */
    toPutAside,

    /**
     * @param takesSome whether the destination takes some of what it is told
     * @param isLast what comes after all else
     */
    next: (takesSome: boolean, isLast: (parcel: Parcel) => boolean): Parcel | undefined => {
      for (;;) {
        isPart = parts.length > 0
        const next = parts.shift() ?? nextUntried(takesSome) ?? nextWell(takesSome) ?? bad.shift()
        if (next === undefined) {
          partsAmongLast = 0
          return last.shift()
        }
        if (next === probe || !(isLast(next) || isBehind(next))) return next
        // Parts come before what waits beside them: nobody reads of the end of something first.
        if (isPart) last.splice(partsAmongLast++, 0, next)
        else last.push(next)
      }
    },

    /** Whether what came last is a part of a message. */
    isPart: (): boolean => isPart,

    /**
     * Has a message told in parts.
     * @param isFirst whether before other parts, so that what fails is found in this turn
     */
    divide: ({ about }: Parcel, both: readonly Parcel[], isFirst = false): void => {
      // What came after something of one person waits for that.
      if (isFirst || about.size === 1) parts.unshift(...both)
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
