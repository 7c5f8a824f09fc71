import type { Observed, Poll } from '../system/observed.ts'
import { lackingIn } from './lacking.ts'
import { day, type EpochMs, epochMs, hour, minute, second } from './moments.ts'
import { areMany, bodiesOf, mayBeMany, publishedOf } from './parts.ts'
import { areEnough, areSettled, doDiffer, listingsIn, thatCount } from './readings.ts'
import { rosterMoments } from './rosters.ts'
import type { Round } from './rounds.ts'
import type { Operation, Served } from './served.ts'

/** As far back as the API can be asked (spec section 8), less what clocks may differ. */
export const reach = 90 * day - 20 * minute

/** What is missing for longer is gone: ten minutes, and as long as a poll may take to ask again. */
const removedAfter = 15 * minute

/** For so long at most an answer is waited for that has all that lasts. */
const longestHold = 7 * day

/** All that one poll was answered about one person, of one kind. */
export type Look = {
  employeeId: string
  poll: Poll
  /** When it was asked first, and when its last page went out. */
  from: EpochMs
  to: EpochMs
  answers: readonly Served[]
  /** Those of them that make up its window, and were not asked beside it. */
  window: readonly Served[]
  /** Whether all of it was put to use for certain. */
  isSure: boolean
  /** Whether perhaps only a part of it was. */
  isInParts: boolean
  /** Whether all that was asked beside its window was answered: else none of that counts. */
  isWhole: boolean
  /** Whether its window is known to be whole: its pages did not shift, nor did anything vanish or change, while they were read. */
  isSettled: boolean
  /** What ended before this may rightly be out of sight. */
  floor: EpochMs
}

/**
 * The first answer that was put to use and is known to be whole: what it lacks was not there
 * before.
 */
export const firstWhole = (looks: readonly Look[] | undefined): Look | undefined =>
  looks?.find(({ isSure, isSettled }) => isSure && isSettled)

/** Whether a look could not show a version that began at a moment: that is the API's doing. */
export const isKept = ({ answers }: Look, id: string, since: EpochMs): boolean =>
  answers.some(({ hidden, lag, from }) => hidden.has(id) || (lag > 0 && since > from - lag))

/** Whether an answer's range reaches up to the moment at which it was asked for. */
const isUpToNow = ({ operation, range, from }: Served): boolean =>
  operation === 'absences' || epochMs(range.to) >= from - 5 * minute

/**
 * The answers that tell what there is: all pieces up to now, every one complete, and of what
 * was asked beside them (where something was missing, or could not be read) what is complete: a
 * listing whose last reading failed, or that was to be read again and was not, is no answer,
 * whatever its readings before that showed. Null, where a piece is not complete.
 */
const usable = (
  served: readonly Served[],
): Pick<Look, 'answers' | 'window' | 'isWhole' | 'isSettled'> | null => {
  const listings = listingsIn(served)
  const last = listings.findIndex(([first]) => first !== undefined && isUpToNow(first))
  const ofWindow = listings.slice(0, last + 1)
  const window = ofWindow.flatMap(thatCount)
  const isAnswered =
    last !== -1 && window.every(({ isComplete }) => isComplete) && ofWindow.every(areEnough)
  const isWhole = listings.every(areEnough)
  const answers = listings.filter(areEnough).flatMap(thatCount)
  const isSettled = ofWindow.every((readings) => areSettled(readings) && !doDiffer(readings))
  return isAnswered ? { answers, window, isWhole, isSettled } : null
}

const byPerson = (answers: readonly Served[], operation: Operation) => {
  const grouped = new Map<string, Map<string, Served[]>>()
  for (const answer of answers) {
    if (answer.employeeId === null || answer.operation !== operation) continue
    const ofPerson = grouped.get(answer.employeeId) ?? new Map<string, Served[]>()
    grouped.set(answer.employeeId, ofPerson)
    const ofPoll = ofPerson.get(answer.process)
    if (ofPoll === undefined) ofPerson.set(answer.process, [answer])
    else ofPoll.push(answer)
  }
  return grouped
}

/** Who saved whom, and when. */
const savesOf = ({ written }: Observed) => {
  const saves = new Map<string, { process: string; at: EpochMs; isTaken: boolean }[]>()
  for (const { what, ...write } of written) {
    const [verb, id = ''] = what.split(' ')
    if (verb !== 'save') continue
    const others = saves.get(id)
    if (others === undefined) saves.set(id, [write])
    else others.push(write)
  }
  return saves
}

/** Batches at a pace go out a second apart, or two where SNS answers slowly. */
const betweenBatches = 2 * second

/**
 * Whether something that waited when a poll began went out, at a pace, when its time was nearly up: what the
 * poll found itself had to wait for that.
 */
const isLastInPace = (
  { savedAt, until }: { savedAt: EpochMs; until: EpochMs },
  { startedAt, endedAt, deployment }: Poll,
): boolean =>
  deployment.messagesPerSecond !== null && savedAt < startedAt && until > endedAt - betweenBatches

/**
 * Every complete answer about each person, in the order in which they were asked for, that
 * may have been put to use: its poll saved that person after it, or came to its end.
 */
export const looksOf = (
  observed: Observed,
  rounds: readonly Round[],
  operation: 'clockings' | 'absences',
): Map<string, Look[]> => {
  const roundOf = new Map(rounds.map((round) => [round.poll.process, round]))
  const saves = savesOf(observed)
  const published = publishedOf(observed)
  const lackedIn = lackingIn(observed)
  const since = rosterMoments(observed.answers, observed.written)
  const looks = new Map<string, Look[]>()
  for (const [employeeId, ofPerson] of byPerson(observed.answers, operation)) {
    const ofThem = saves.get(employeeId) ?? []
    const candidates = [...ofPerson].flatMap(([process, all]) => {
      const round = roundOf.get(process)
      const found = usable(all)
      if (round === undefined || found === null) return []
      const { answers } = found
      // A listing that is read again is asked for up to the moment of its first reading, whichever count.
      const from = Math.min(...all.map((each) => each.from))
      const to = Math.max(...answers.map((each) => each.to))
      const { poll, finishedAt, isSound } = round
      const own = ofThem.filter((save) => save.process === process && save.at >= to)
      const isSaved = own.some(({ isTaken }) => isTaken)
      const hasLost = own.some(({ isTaken }) => !isTaken)
      const isOvertaken =
        hasLost ||
        ofThem.some(
          (save) =>
            save.process !== process && save.at >= poll.startedAt && save.at <= poll.endedAt,
        )
      const isEnded = Number.isFinite(finishedAt) && finishedAt >= to
      if (!isSaved && !isEnded) return []
      const told = published.get(employeeId) ?? []
      // What waited already takes the room of what the poll finds: both make up a part.
      // What a poll had sent to the table when it was killed is saved after its end.
      const kept = told.filter(
        (each) =>
          (each.savedAt <= poll.endedAt || each.process === process) && each.until > poll.startedAt,
      )
      const waiting = kept.filter(({ until }) => until > poll.endedAt)
      const isPaceSpent = kept.some((each) => isLastInPace(each, poll))
      // Where another writer comes between two parts, the next poll begins where this one did.
      const isToItsEnd = isEnded && isSound && !hasLost
      // The first part of much may hold little that is news, where most of it had happened before the first run.
      const isMuch = answers.some(({ records }) => mayBeMany(records.size))
      const isInParts =
        areMany(bodiesOf(waiting)) ||
        (!isToItsEnd && isMuch) ||
        ((!isToItsEnd || isPaceSpent) && areMany(bodiesOf(kept)))
      const isSure = !isInParts && (isSaved || (isSound && isEnded && !isOvertaken))
      return [{ employeeId, poll, from, to, ...found, isSure, isInParts }]
    })
    let last = Number.NEGATIVE_INFINITY
    // What a shorter lookback has let go, a longer one does not bring back.
    let letGo = Number.NEGATIVE_INFINITY
    const lastShown = new Map<string, EpochMs>()
    /** What was shown last in a form that cannot be read: it is there, and may lie where a window does not reach (docs/decisions/removal.md). */
    const unreadable = new Set<string>()
    looks.set(
      employeeId,
      candidates
        .sort((a, b) => a.from - b.from)
        .map((each, n, all): Look => {
          const before = all[n - 1]?.from ?? Number.POSITIVE_INFINITY
          const known = Math.max(last, since(employeeId, last, each.from))
          const lookback = each.poll.deployment.lookbackHours * hour
          const floor = Math.max(known - lookback, each.from - reach, letGo)
          for (const { records } of each.isWhole ? each.answers : each.window)
            for (const id of records.keys()) lastShown.set(id, each.from)
          // What lacks something that lasts says nothing for certain of the rest either, for a week;
          // nor does one whose pages shifted all the while.
          const isHeld = lackedIn(operation, each).some((id) => {
            if (unreadable.has(id)) return false
            const shown = lastShown.get(id) ?? each.from
            // What had been missing before is known to be gone by now, and told so once all of much is.
            const isGone = each.isInParts && shown < before && each.from - before > removedAfter
            return !isGone && each.from - shown < longestHold
          })
          for (const { records, broken } of each.answers) {
            for (const id of records.keys()) unreadable.delete(id)
            for (const id of broken) unreadable.add(id)
          }
          if (!isHeld && each.isSettled) {
            last = Math.max(last, each.to)
            letGo = Math.max(letGo, each.from - lookback)
          }
          return { ...each, floor }
        }),
    )
  }
  return looks
}
