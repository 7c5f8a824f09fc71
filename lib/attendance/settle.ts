import { overByDate, overEverywhereAt } from './absences/absence-times.ts'
import { lackedAbsences, lackedClockings } from './missing/expected.ts'
import { isUnsought } from './missing/missing.ts'
import { rangeOfDates } from './missing/ranges.ts'
import { hasTwinIn, type Tracked } from './missing/twins.ts'
import { unreadAfter, withBefore } from './missing/unread.ts'
import { countUnread } from './missing/unread-again.ts'
import { type EpochMs, epochMs, hour, utc } from './moments.ts'
import type { ShownAbsences, ShownClockings, Snapshot } from './snapshot.ts'
import type { EmployeeState, Kind } from './state/state.ts'
import { isOpen } from './state/who-is-in.ts'

/**
 * Whether something lasts, or the next answer must say whether it still exists, or what it is.
 */
const isAnythingOpen = (state: EmployeeState, reach: EpochMs, now: EpochMs): boolean =>
  countUnread(state.unread.clockings, now) > 0 ||
  countUnread(state.unread.absences, now) > 0 ||
  Object.values(state.clockings).some((clocking) => {
    const { phase, known, missingSince, doubted } = clocking
    // One that the API no longer reaches, and shows nowhere any more, will never end.
    if (missingSince !== null)
      return phase === 'present' && (epochMs(known.start) > reach || isUnsought(clocking))
    return doubted.length > 0 || isOpen(clocking)
  }) ||
  hasAbsenceOn(state, now)

/** What is known of a kind and an answer lacks. */
const lackedIn = (known: Tracked, lacked: readonly string[]) => ({
  lacked,
  lackedTwins: lacked.length === 0 ? [] : lacked.filter(hasTwinIn(known)),
})

/** What is remembered of records that cannot be read, once an answer has come. */
export const unreadSettled = (
  state: EmployeeState,
  { clockings, absences }: Snapshot,
  asked: EpochMs,
): EmployeeState['unread'] => {
  const { unread } = state
  return {
    clockings:
      clockings === null
        ? unread.clockings
        : unreadAfter({
            before: unread.clockings,
            shown: clockings,
            window: clockings.window,
            now: asked,
            ...lackedIn(state.clockings, lackedClockings(state, clockings)),
            forgottenBefore: state.forgottenBefore.clockings,
          }),
    absences:
      absences === null
        ? unread.absences
        : unreadAfter({
            before: unread.absences,
            shown: absences,
            window: rangeOfDates(absences),
            now: asked,
            ...lackedIn(state.absences, lackedAbsences(state, absences)),
            forgottenBefore: state.forgottenBefore.absences,
          }),
  }
}

/**
 * Likewise while some of the answer is still to be recorded: what it shows for the first time in a
 * form that can be read may be among that.
 */
export const unreadInPart = (
  state: EmployeeState,
  snapshot: Snapshot,
  asked: EpochMs,
): EmployeeState['unread'] => {
  const { clockings, absences } = unreadSettled(state, snapshot, asked)
  return {
    clockings: withBefore(clockings, state.unread.clockings),
    absences: withBefore(absences, state.unread.absences),
  }
}

/** Whether an answer is whole, and nothing of it in doubt. */
const isCertain = (answer: ShownClockings | ShownAbsences | null): boolean =>
  answer?.isComplete === true && !answer.isInDoubt

/** How an answer came about. */
export type Circumstances = {
  /** When it was asked for. */
  asked: EpochMs
  timeZone: string | null
  lookbackHours: number
  givenUp: GivenUp | null
}

/** That no more is to be asked about a leaver, because the API does not answer. */
export type GivenUp = {
  /** The last moment at which it did, UTC, in each kind of question. */
  since: Record<Kind, string>
  /** Whether absences are answered, so that one that has started is followed until it ends. */
  areAbsencesFollowed: boolean
}

/**
 * Whether an absence lasts, or has ended where somebody is and not everywhere: who is hired again may go by another
 * clock, by which it would end after all that was recorded, and be taken for another.
 */
const hasAbsenceOn = ({ absences }: EmployeeState, now: EpochMs): boolean =>
  Object.values(absences).some(
    ({ phase, known }) =>
      phase === 'started' || (phase === 'ended' && overEverywhereAt(known) > now),
  )

const restSinceOf = (
  state: EmployeeState,
  { clockings, absences }: Snapshot,
  { asked, lookbackHours }: Circumstances,
): string | null => {
  const { leftAt, restSince } = state
  if (leftAt === null || clockings === null || !isCertain(clockings)) return restSince
  // Absences that nobody can read do not keep a leaver for longer than the API reaches back.
  const areAbsencesDone = isCertain(absences) || epochMs(leftAt) <= clockings.reach
  if (!areAbsencesDone) return restSince
  const isLongGone = asked >= epochMs(leftAt) + lookbackHours * hour
  return isLongGone && !isAnythingOpen(state, clockings.reach, asked)
    ? (restSince ?? utc(asked))
    : null
}

const kinds = ['clockings', 'absences'] as const satisfies Kind[]

/**
 * Up to when things count as recorded: of absences, from the first whole answer since the first run on, all that had ended by the
 * dates that it was asked for, which it does not show and is no news whenever it is.
 */
const forgottenFrom = (
  { baselineAt, baselineOver, unaskedSince, forgottenBefore }: EmployeeState,
  absences: ShownAbsences | null,
): EmployeeState['forgottenBefore'] => {
  const isFirst =
    baselineAt !== null && unaskedSince.absences !== null && !baselineOver.includes('absences')
  if (!isFirst || absences === null || !isCertain(absences)) return forgottenBefore
  return { ...forgottenBefore, absences: utc(overByDate(absences.from)) }
}

/**
 * The state after an answer all of which is recorded: seen, caught up, and at rest for a leaver who
 * was asked about for a lookback, and of whom nothing is open, or about whom the API does not
 * answer.
 */
export const settle = (
  state: EmployeeState,
  snapshot: Snapshot,
  circumstances: Circumstances,
): EmployeeState => {
  const { clockings, absences } = snapshot
  const { asked, timeZone, givenUp } = circumstances
  const unaskedSince = {
    clockings: isCertain(clockings) ? null : state.unaskedSince.clockings,
    absences: isCertain(absences) ? null : state.unaskedSince.absences,
  }
  const isCaughtUp = unaskedSince.clockings === null && unaskedSince.absences === null
  const baselineAt = isCaughtUp ? null : state.baselineAt
  const answered = kinds.filter((kind) => unaskedSince[kind] === null)
  const leftAt = state.membership === 'leaver' ? (state.leftAt ?? utc(asked)) : null
  const next = {
    ...state,
    timeZone,
    seen: state.seen || clockings?.isComplete === true,
    unaskedSince,
    baselineAt,
    baselineOver: baselineAt === null ? [] : [...new Set([...state.baselineOver, ...answered])],
    leftAt,
    forgottenBefore: forgottenFrom(state, absences),
    unread: unreadSettled(state, snapshot, asked),
  }
  if (leftAt === null) return { ...next, restSince: null }
  if (givenUp === null || (givenUp.areAbsencesFollowed && hasAbsenceOn(next, asked)))
    return { ...next, restSince: restSinceOf(next, snapshot, circumstances) }
  // Should they be back, each is made up for from when it was last answered: absences may have been for longer.
  const absencesSince = unaskedSince.absences ?? givenUp.since.absences
  return {
    ...next,
    restSince: givenUp.since.clockings,
    unaskedSince: { ...unaskedSince, absences: isCertain(absences) ? utc(asked) : absencesSince },
  }
}
