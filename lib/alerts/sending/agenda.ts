import type { Failing } from '../../store/deliveries/destination-record.ts'
import { failingAfter, hasFailedForLong, triedFrom, withAsides } from './failing.ts'
import { givingUp, type Late } from './giving-up.ts'
import { type FailedAt, knownOf } from './in-order.ts'
import { leftToSay } from './left-to-say.ts'
import { apart, inPieces, type Parcel, timesHalved } from './parcel.ts'
import { refusalsInARow } from './refusals.ts'

/**
 * What there is to say in a turn, in the order in which it is tried. What the destination failed at in earlier turns
 * comes last and alone. A message that fails again is told in ever smaller parts, until only what it fails at is left.
 */
export type Agenda = {
  /** What was to be put aside in an earlier turn, and is not: what came after it may have been told. */
  toPutAside: readonly Late[]
  /** The next message; null where nothing is left, or the destination is down. */
  next: () => Parcel | null
  /** The destination took a message. @returns what it does not take, and no longer waits for */
  taken: (parcel: Parcel) => Late[]
  /** It refused a message for what that is. @returns whether it is not asked for it again, not even in parts */
  refused: (parcel: Parcel) => boolean
  /** It failed at a message. @returns as above */
  failed: (parcel: Parcel, reason: string) => Late[]
  /** What the destination does not take was put aside. */
  putAside: (parcel: Parcel) => void
  /** It could not be: nothing is said before that of those whom it is about. */
  notPutAside: (late: Late) => void
  /** Why the turn has to be repeated soon, or null: where its time is over, also parts that were not tried. */
  failure: (end: 'done' | 'later' | 'over') => string | null
  hasTaken: () => boolean
  /** When to try again what is left to try where that failed before, and for less than it is given; null where anything else was told. */
  dueAt: () => number | null
  /** What is known of the destination after the turn; of turns that failed, those in which it took nothing count: null as before. */
  afterwards: () => Pick<KnownBefore, 'failing' | 'takesSome'> & { failedTurns: number | null }
}

/** So many failures in a row end a turn: of a destination that has taken nothing in it, or something. */
const mostInVain = { ofNothing: 2, ofSome: 20 }

/** What is known of a destination when its turn comes. */
export type KnownBefore = {
  /** What it failed at in earlier turns. */
  failing: FailedAt
  /** How many turns before failed, one after another: a single failure splits no message. */
  failedTurns: number
  /** It took something in its last turn, and not all there was: it is not down, and a failure is one of something it is told. */
  takesSome: boolean
  /** A turn ends with the first message that it takes, as by mail. */
  isOneATurn: boolean
  /** It has failed for long, and is looked at for that: one thing at least is tried, however short ago that failed. */
  isPatient: boolean
}

/** What fails within this time, in milliseconds, leaves enough for many parts in a turn: large ones make fewer messages. */
const quickly = 5_000

/**
 * The agenda of a turn.
 * @param parcels what there is to say, in order
 * @param before what is known of the destination
 * @param now the clock of the machines, epoch milliseconds
 */
export const agendaOf = (
  parcels: readonly Parcel[],
  { failing: known, failedTurns, takesSome, isOneATurn, isPatient }: KnownBefore,
  now: () => number,
): Agenda => {
  const say = leftToSay(parcels, known, now())
  /** Of whom nothing is said before what failed. */
  const held = new Set<string>()
  const given = givingUp()
  const tried: { failed: string[]; over: string[] } = { failed: [], over: [] }
  const reasons: { ofNew?: string; ofKnown?: string; ofLater?: string; ofParts?: string } = {}
  let hasTaken = false
  let hasFailed = false
  let hasRefused = false
  let askedAt = now()
  let dueAt = Number.POSITIVE_INFINITY
  let inVain = 0
  const refusals = refusalsInARow(isOneATurn, takesSome)
  let isDown = false

  const hold = ({ about }: Parcel): void => {
    for (const person of about) held.add(person)
  }
  const isWell = (): boolean => hasTaken || takesSome
  /** It has failed at that only while it took nothing, be it for hours: that may have been for an outage alone. */
  const isInDoubt = (parcel: Parcel): boolean => knownAs(parcel)?.tries === 0
  /** It took nothing in its last turn: whatever it failed at then may have failed for that alone. */
  const isWellAgain = (): boolean => hasTaken && !takesSome
  /** A look that tried nothing would leave what a destination takes again to the next one. */
  const isFirstOfALook = (): boolean => isPatient && !hasTaken && !hasFailed
  const knownAs = (parcel: Parcel): Failing | undefined => knownOf(parcel, known).at(0)

  /** While it takes nothing in this turn, more of somebody of whom something is given up would leave others no time. */
  const isLast = (parcel: Parcel): boolean => !hasTaken && given.isOfTheirs(parcel)

  /** What is to be tried of a message now. */
  const left = (parcel: Parcel): Parcel[] => {
    const others = given.without(parcel).flatMap((each) => apart(each, held).others)
    const failing = knownAs(parcel)
    if (failing === undefined || isWellAgain() || isFirstOfALook()) return others
    if (now() >= triedFrom(failing)) return others
    if (hasFailedForLong(failing, now())) reasons.ofLater ??= 'failed before'
    else dueAt = Math.min(dueAt, triedFrom(failing))
    hold(parcel)
    return []
  }

  const takeLate = (): Late[] => (isWell() ? given.toPutAside() : [])

  const leave = (parcel: Parcel, reason: string): void => {
    const failing = knownAs(parcel)
    reasons[failing === undefined ? 'ofNew' : 'ofKnown'] ??= reason
    if (parcel.said.length === 1) tried.failed.push(...parcel.ids)
    const isGivenUp =
      failing !== undefined && hasFailedForLong(failing, now()) && !(isWell() && isInDoubt(parcel))
    if (isGivenUp) given.giveUp(parcel, reason)
    else hold(parcel)
  }

  /** Has one thing alone tried of what failed in both halves: either is told that, or that is known to fail. */
  const tryOne = (parcel: Parcel, reason: string): void => {
    const untried = say.tryOne(parcel)
    if (untried.length > 0) reasons.ofNew ??= reason
    for (const each of untried) hold(each)
  }

  return {
    toPutAside: say.toPutAside,

    next: () => {
      askedAt = now()
      while (!isDown) {
        const parcel = say.next(isWell(), isLast)
        if (parcel === undefined || say.isProbe(parcel)) return parcel ?? null
        const [first] = left(parcel)
        if (first !== undefined) return first
      }
      return null
    },

    taken: (parcel) => {
      tried.over.push(...parcel.ids)
      for (const each of given.notGivenUp(parcel, isInDoubt)) hold(each)
      hasTaken = true
      inVain = 0
      refusals.taken()
      return takeLate()
    },

    refused: (parcel) => {
      hasRefused = true
      const parts = refusals.refused(parcel)
      if (parts === null) tried.over.push(...parcel.ids)
      else {
        say.divide(parcel, parts.later)
        say.divide(parcel, parts.next, true)
      }
      return parts === null
    },

    failed: (parcel, reason) => {
      hasFailed = true
      const isSoon = now() - askedAt < quickly
      const isQuick = isWell() && isSoon
      const isPart = say.isPart()
      const isDivided = !say.isProbe(parcel) && (failedTurns > 0 || isPart || isWell())
      const both = isDivided
        ? inPieces(parcel, isPart || isQuick ? 1 : timesHalved(failedTurns))
        : null
      if (both === null || isPart) inVain += 1
      reasons.ofParts ??= reason
      if (both === null) leave(parcel, reason)
      else say.divide(parcel, both, isSoon)
      if (inVain < (isWell() ? mostInVain.ofSome : mostInVain.ofNothing)) return takeLate()
      if (both !== null && !hasTaken && !say.hasProbed()) {
        tryOne(parcel, reason)
        return []
      }
      if (both !== null) reasons.ofNew ??= reason
      isDown = true
      return takeLate()
    },

    putAside: ({ ids }) => void tried.over.push(...ids),

    notPutAside: ({ parcel, reason }) => {
      reasons.ofKnown ??= reason
      hold(parcel)
    },

    failure: (end) =>
      reasons.ofNew ??
      reasons.ofKnown ??
      (end === 'over' ? reasons.ofParts : undefined) ??
      (hasTaken ? null : (reasons.ofLater ?? null)),
    hasTaken: () => hasTaken,
    dueAt: () => (hasTaken || dueAt === Number.POSITIVE_INFINITY ? null : dueAt),
    afterwards: () => {
      // Of a destination that is down nobody knows what it fails at for long.
      const isAnew = isDown && !hasTaken && reasons.ofNew !== undefined
      const turn = { isWell: isWell(), isAnew }
      const after = failingAfter(known, tried.failed, tried.over, turn, now())
      const failing = withAsides(after, given.asides)
      const notAll = hasFailed || hasRefused || Object.keys(failing).length > 0
      return {
        failing,
        failedTurns: hasTaken ? 0 : hasFailed ? failedTurns + 1 : null,
        takesSome: hasTaken ? notAll : takesSome && !hasFailed,
      }
    },
  }
}
