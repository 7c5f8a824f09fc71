import { longestWait, retryAfter } from '../../attendance/missing/unread-again.ts'
import { type EpochMs, epochMs, utc } from '../../attendance/moments.ts'
import type { Behind, Shard } from '../../store/shard-record.ts'

/**
 * Whether somebody who kept failing waits for their next turn. Nobody waits for longer than the
 * longest wait: the clock that set it was wrong.
 */
export const isWaiting = (behind: Behind | undefined, now: EpochMs): boolean => {
  const wait = behind?.retryAt == null ? 0 : epochMs(behind.retryAt) - now
  return wait > 0 && wait <= longestWait
}

/**
 * Whether somebody's turn came long ago, and a poll passed them over since: they are no longer to be behind
 * whoever is well. Where there is never time for all, their turn would never come.
 */
export const isOverdue = (
  { since, retryAt }: Behind,
  { polledThrough }: Shard,
  now: EpochMs,
): boolean => {
  const turn = epochMs(retryAt ?? since)
  return now - turn > longestWait && epochMs(polledThrough) > turn
}

/** Whether somebody has failed for a reason of their own, and not been answered since. */
export const isFailing = (behind: Behind | undefined): boolean => (behind?.tries ?? 0) > 0

/**
 * Whether somebody who is well was left over, or passed over by a poll since they were to have a turn with everybody:
 * they are not to wait for their shard's next turn.
 * @param readThrough when the last poll began whose kind of question the API answered; null where there was none
 */
export const isLeftOver = (behind: Behind, readThrough: string | null): boolean =>
  !isFailing(behind) &&
  (behind.retryAt === null ||
    (readThrough !== null && epochMs(behind.retryAt) < epochMs(readThrough)))

/** Whether somebody was asked in vain since then, whoever is to blame: others are asked before them. */
export const isAskedInVain = (behind: Behind, readThrough: string | null): boolean =>
  isFailing(behind) ||
  (behind.retryAt !== null &&
    (readThrough === null || epochMs(behind.retryAt) > epochMs(readThrough)))

/** Whether somebody's last answer was in doubt, which the next one may say, or nobody was answered. */
export const isDoubted = (behind: Behind): boolean => !isFailing(behind) && behind.retryAt !== null

/** What came of one employee in a poll, in one kind of question. */
export type Standing =
  /** Answered, and all of it saved. */
  | 'done'
  /** Not their fault: left over, overtaken, or waiting for their turn. */
  | 'left'
  /** Answered, but with something in doubt: the next poll will do. */
  | 'doubted'
  /**
   * Throttled as everyone was, too slow for the poll's time, or answered by pages that never agree: not to
   * blame, but not to be asked before the others again.
   */
  | 'held-up'
  /** Asked in vain while the API failed for all: not to blame, and the others are asked first. */
  | 'in-vain'
  /** Their item cannot be read, so that no hurry helps. */
  | 'unreadable'
  /** Could not be asked, or what they became could not be saved. */
  | 'failed'

/**
 * Who is behind after a poll.
 * @param since their moment before it, UTC
 */
export const behindAfter = (
  before: Behind | undefined,
  standing: Standing,
  since: string,
  now: EpochMs,
): Behind | null => {
  if (standing === 'done') return null
  if (standing === 'left') return before ?? { since, tries: 0, retryAt: null }
  if (standing === 'doubted') return { since, tries: 0, retryAt: utc(now) }
  if (standing === 'in-vain')
    return { since: before?.since ?? since, tries: before?.tries ?? 0, retryAt: utc(now) }
  if (standing === 'unreadable') return { since: before?.since ?? since, tries: 1, retryAt: null }
  if (standing === 'held-up') return { since: before?.since ?? since, tries: 1, retryAt: utc(now) }
  const tries = (before?.tries ?? 0) + 1
  return { since, tries, retryAt: utc(now + retryAfter(tries - 1)) }
}
