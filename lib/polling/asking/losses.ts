import {
  type Expectation,
  endedToFind,
  expectedAbsences,
  expectedClockings,
  missingEnded,
} from '../../attendance/missing/expected.ts'
import {
  isAccepted,
  type Loss,
  lossAmong,
  rememberedShare,
  type Share,
  shareWith,
} from '../../attendance/missing/loss.ts'
import { goneFrom, isAcceptedGone, marksTakenBack } from '../../attendance/missing/missing.ts'
import { day, type EpochMs, epochMs, minute } from '../../attendance/moments.ts'
import type { Removal, Snapshot } from '../../attendance/snapshot.ts'
import type { EmployeeState, Kind } from '../../attendance/state/state.ts'
import type { Shard } from '../../store/shard-record.ts'
import type { PollSettings } from '../poll.ts'

/** Somebody of a shard, and what the API has said about them in this poll. */
export type EmployeeAnswer = { state: EmployeeState; snapshot: Snapshot }
/** Likewise, and when: asked, and when the last of the answers had come. */
export type Answered = EmployeeAnswer & { asked: EpochMs; now: EpochMs }

const expectationOf = ({ state, snapshot }: EmployeeAnswer, kind: Kind): Expectation | null => {
  const { clockings, absences } = snapshot
  if (kind === 'clockings') return clockings === null ? null : expectedClockings(state, clockings)
  return absences === null ? null : expectedAbsences(state, absences)
}

const shareOf = (
  answered: EmployeeAnswer,
  kind: Kind,
  acceptedAt: EpochMs | null,
  now: EpochMs,
): Share => {
  const { state, snapshot } = answered
  const expectation = expectationOf(answered, kind)
  // Of an answer that is not whole nobody can say what it lacks.
  if (expectation === null || !snapshot[kind]?.isComplete)
    return rememberedShare(state, kind, acceptedAt)
  const { absences } = snapshot
  const ended = kind === 'absences' && absences !== null ? missingEnded(state, absences) : []
  const since = (ids: readonly string[]): EpochMs[] =>
    ids.flatMap((id) => {
      const missingSince = state[kind][id]?.missingSince ?? null
      if (isAccepted(missingSince, acceptedAt)) return []
      return missingSince === null ? now : epochMs(missingSince)
    })
  const hasExpected = expectation.expected.length > 0
  return shareWith(hasExpected, since(expectation.unshown), since(ended))
}

/**
 * How much of a kind is missing in a shard at once, and whether any of it is believed
 * (docs/decisions/removal.md).
 * @param now when what is missing for the first time is missed
 */
export const lossOf = (
  people: readonly EmployeeAnswer[],
  kind: Kind,
  acceptedAt: EpochMs | null,
  now: EpochMs,
): Loss => lossAmong(people.map((each) => shareOf(each, kind, acceptedAt, now)))

/** How much is missing of each kind. */
export type Losses = Record<Kind, Loss>

/** Whether what is missing of a shard may be believed to be gone, by how many have something missing. */
export const judged = (
  people: readonly EmployeeAnswer[],
  now: EpochMs,
  { lossAcceptedAt }: Pick<Shard, 'lossAcceptedAt'>,
  { removalAfterMinutes }: Pick<PollSettings, 'removalAfterMinutes'>,
): { losses: Losses; removal: Removal } => {
  const acceptedAt = lossAcceptedAt === null ? null : epochMs(lossAcceptedAt)
  const losses = {
    clockings: lossOf(people, 'clockings', acceptedAt, now),
    absences: lossOf(people, 'absences', acceptedAt, now),
  }
  const removal: Removal = {
    after: removalAfterMinutes * minute,
    doubted: { clockings: losses.clockings.isDoubted, absences: losses.absences.isDoubted },
    acceptedAt,
  }
  return { losses, removal }
}

/** Whether a clocking began before the API can be asked about: where it is nowhere, nobody can say that it is gone. */
const isBeyondReach = ({ state, snapshot }: EmployeeAnswer, kind: Kind, id: string): boolean => {
  const start = kind === 'clockings' ? state.clockings[id]?.known.start : undefined
  const reach = snapshot.clockings?.reach
  return start !== undefined && reach !== undefined && epochMs(start) <= reach
}

/**
 * Whether an answer does not show something of which a second one must say how it stands. What
 * cannot be read is asked for again anyway.
 */
const isDoubtOpen = ({ state, snapshot }: EmployeeAnswer, kind: Kind): boolean => {
  const answer = snapshot[kind]
  if (answer === null) return false
  const shown = new Set([...answer.records.map(({ id }) => id), ...answer.unread])
  return Object.entries(state[kind]).some(
    ([id, tracked]) =>
      marksTakenBack(tracked).length > 0 &&
      !isBeyondReach({ state, snapshot }, kind, id) &&
      !shown.has(id) &&
      state.unread[kind]?.ids[id] === undefined,
  )
}

/** What of a kind an answer lacks that a correction may have moved: what has ended, too. */
const perhapsMoved = (answered: EmployeeAnswer, kind: Kind): readonly string[] => {
  const { absences } = answered.snapshot
  const ended =
    kind === 'absences' && absences !== null ? endedToFind(answered.state, absences) : []
  return [...(expectationOf(answered, kind)?.missing ?? []), ...ended]
}

/**
 * Whether something of a kind is to be looked for everywhere else: when it is first missed, until
 * that could be done, and again before it is recorded as gone (of an absence that has ended, before it is looked for no
 * more); and where it was in doubt for another reason and is shown no more. What began past the API's reach is found where it was corrected to have ended
 * within it.
 */
export const isLookedFor = (
  answered: EmployeeAnswer,
  kind: Kind,
  removal: Removal,
  now: EpochMs,
): boolean =>
  isDoubtOpen(answered, kind) ||
  perhapsMoved(answered, kind).some((id) => {
    const before = answered.state[kind][id]
    if (before === undefined) return false
    if (removal.doubted[kind] && !isAcceptedGone(before, removal.acceptedAt)) return false
    const from = goneFrom(before, removal)
    if (from === null) return true
    return now >= from && !isBeyondReach(answered, kind, id)
  })

/** So long something that is missing holds a window: it must not become too wide to be read. */
const longestHold = 7 * day

/**
 * Whether an answer of a kind lacks something of which is not certain yet that it is gone, so that
 * it may lack more, or comes while nothing of the shard's is believed to be. What cannot be looked for
 * everywhere, because the API refuses or takes too long, is waited for no longer than a week. Of what
 * the API no longer reaches nobody will ever know, which leaves nothing else in doubt.
 */
const isInDoubt = (
  answered: EmployeeAnswer,
  kind: Kind,
  removal: Removal,
  now: EpochMs,
): boolean => {
  const { state, snapshot } = answered
  const answer = snapshot[kind]
  if (answer === null) return false
  if (removal.doubted[kind]) return true
  return (expectationOf(answered, kind)?.missing ?? []).some((id) => {
    const before = state[kind][id]
    if (before === undefined || isBeyondReach(answered, kind, id)) return false
    const { missingSince } = before
    if (missingSince !== null && now - epochMs(missingSince) > longestHold) return false
    const from = goneFrom(before, removal)
    const isDue = from !== null && now >= from
    return !isDue || !(answer.isWide || isAcceptedGone(before, removal.acceptedAt))
  })
}

/** An answer in doubt moves nobody's window on, and lets nothing be forgotten. */
export const withDoubts = (answered: Answered, removal: Removal): Answered => {
  const { clockings, absences } = answered.snapshot
  const isDoubtful = (kind: Kind): boolean => isInDoubt(answered, kind, removal, answered.now)
  return {
    ...answered,
    snapshot: {
      clockings:
        clockings !== null && isDoubtful('clockings')
          ? { ...clockings, isInDoubt: true, forgetBefore: clockings.window.from }
          : clockings,
      absences:
        absences !== null && isDoubtful('absences')
          ? { ...absences, isInDoubt: true, forgetBefore: Date.parse(absences.from) - day }
          : absences,
    },
  }
}
