import type { Absence } from '../../../lib/workforce/contract/absence.ts'
import type { Clocking } from '../../../lib/workforce/contract/clocking.ts'
import type { Person } from '../organisation/history.ts'
import { shownAt, shownWithin, type Versions } from '../organisation/history.ts'
import type { Look } from './looks.ts'
import { day, type EpochMs, epochMs, minute, utcDate } from './moments.ts'
import { type Histories, mayBeNameless } from './nameless.ts'
import { mayHaveRunOut } from './rounds.ts'
import type { Served } from './served.ts'

type Kind = 'clockings' | 'absences'

/** Whether a record lies, by what it is, in the range that an answer was asked for. */
const isInside = (record: Clocking | Absence, { range }: Served): boolean =>
  typeof record.start === 'string' || typeof record.end === 'string'
    ? epochMs(String(record.start)) <= epochMs(range.to) &&
      (record.end === null || epochMs(String(record.end)) >= epochMs(range.from))
    : record.start.date <= range.to && (record.end === null || record.end.date >= range.from)

/**
 * Whether an answer could not have shown a record, whatever it was asked for: the truth had
 * none (for an answer that is late, some time ago), or the API kept it back. What was asked for
 * elsewhere says nothing, as long as something else does.
 */
export const isLackedBy = <T extends Clocking | Absence>(
  { answers }: Look,
  id: string,
  versions: Versions<T>,
): boolean => {
  const isRightlyLacked = ({ hidden, lag, from, to }: Served): boolean =>
    hidden.has(id) ||
    lag > 0 ||
    versions.some((each) => each.from <= to && each.record === null) ||
    shownAt(versions, from) === null
  const isElsewhere = (answer: Served): boolean =>
    shownWithin(versions, answer.from, answer.to).every(
      (record) => record === null || !isInside(record, answer),
    )
  return (
    answers.some(isRightlyLacked) &&
    answers.every(
      (answer) =>
        !answer.records.has(id) &&
        !answer.broken.has(id) &&
        (isRightlyLacked(answer) || isElsewhere(answer)),
    )
  )
}

/** Whether a record begins before the last of what a window was asked for: what begins with that need not be shown. */
const isBegunIn = ({ start }: Clocking | Absence, { window }: Look): boolean =>
  window.some(({ range: { to } }) =>
    typeof start === 'string' ? epochMs(start) < epochMs(to) : start.date < to,
  )

/** Whether an answer should have shown a record, if there was one. */
const isDue = (record: Clocking | Absence | null, look: Look): boolean => {
  if (record === null || !isBegunIn(record, look)) return false
  if (record.end === null) return true
  return typeof record.end === 'string'
    ? epochMs(record.end) > look.floor + 5 * minute
    : record.end.date > utcDate(look.floor)
}

/** As far back as what was moved can be looked for. */
const reach = 89 * day

/** When something ended, as early as its end may be meant; null while it lasts. */
const endOf = ({ end }: Clocking | Absence): EpochMs | null =>
  end === null ? null : typeof end === 'string' ? epochMs(end) : Date.parse(end.date)

/** Whether something was moved to where no answer can show it. */
export const isMovedAway = <T extends Clocking | Absence>(
  look: Look | undefined,
  versions: Versions<T>,
): boolean => {
  const now = look === undefined ? null : shownAt(versions, look.from)
  const end = now === null ? null : endOf(now)
  return look !== undefined && end !== null && end < look.from - reach
}

/** Whether an answer showed a record or something broken in its place. */
export const isShownBy = ({ answers }: Look, id: string): boolean =>
  answers.some(({ records, broken }) => records.has(id) || broken.has(id))

/**
 * Since when a record has been missing from every answer up to one, that one included; null
 * where it is not missing from it.
 */
export const missingSince = (
  looks: readonly Look[],
  process: string,
  id: string,
  lacks: (look: Look) => boolean,
): { since: EpochMs; last: EpochMs } | null => {
  const index = looks.findIndex(({ poll }) => poll.process === process)
  const last = looks[index]
  if (last === undefined || !lacks(last)) return null
  let since = last.from
  for (let n = index - 1; n >= 0; n--) {
    const look = looks[n]
    if (look === undefined || (look.isSure && isShownBy(look, id))) break
    if (lacks(look)) since = look.from
  }
  return { since, last: last.from }
}

/** At least this many people of a shard, and this share, with something missing are a doubt. */
const fewest = 5
const clearly = 0.2

/**
 * Whether so many of a shard's people have something missing from a poll's answers that none
 * of it may be believed.
 * @param known the ids of what subscribers know to be there by then, of each person
 * @param isTelling whether an answer tells what it lacks
 */
export const isLossDoubtful = (
  people: readonly Person[],
  looks: ReadonlyMap<string, readonly Look[]>,
  kind: Kind,
  process: string,
  known: (employeeId: string) => readonly string[],
  isTelling: (look: Look) => boolean = () => true,
): boolean => {
  let all = 0
  let missing = 0
  for (const person of people) {
    const look = looks.get(person.id)?.find(({ poll }) => poll.process === process)
    if (look === undefined) continue
    const ids = known(person.id).filter((id) => {
      const versions: Versions<Clocking | Absence> = person[kind].get(id) ?? []
      if (isShownBy(look, id)) return true
      // Whichever of its versions it is that subscribers know.
      const known = versions.filter(({ from, record }) => record !== null && from <= look.from)
      const isExpected = known.length > 0 && known.every(({ record }) => isDue(record, look))
      return isExpected && isLackedBy(look, id, versions)
    })
    if (ids.length > 0) all++
    if (isTelling(look) && ids.some((id) => !isShownBy(look, id))) missing++
  }
  return missing >= fewest && missing > clearly * all
}

/** The time that must lie between two answers that agree on what is gone. */
export const removalAfter = 10 * minute

/**
 * Whether something could be known to be gone while the API could still be asked about it: polls
 * far enough apart lacked it, and every question of theirs about that person was answered whole.
 * Where none was, or time was up before all were asked, it may lie wherever nobody got an answer for; and it may be what
 * is shown without an id.
 * @param start when it began, as far as anyone knows
 */
export const couldBeKnownGone = <T extends Clocking | Absence>(
  looks: readonly Look[],
  answers: readonly Served[],
  start: EpochMs,
  id: string,
  histories: Histories<T>,
  tolerance: EpochMs,
): boolean => {
  const versions = histories.get(id) ?? []
  const goneAt =
    versions.findLast(({ record }) => record === null)?.from ?? Number.POSITIVE_INFINITY
  const lacking = looks.filter(
    (look) =>
      look.isSure &&
      look.isSettled &&
      !mayHaveRunOut(look.poll) &&
      look.from >= goneAt &&
      start > look.from - reach &&
      isLackedBy(look, id, versions) &&
      !mayBeNameless(id, look, looks, histories),
  )
  const telling = lacking.filter(({ employeeId, poll, answers: [first] }) =>
    answers
      .filter((each) => each.process === poll.process && each.employeeId === employeeId)
      .filter(({ operation }) => operation === first?.operation)
      .every(({ isComplete, failure }) => isComplete && failure === null),
  )
  const [first, last] = [telling[0], telling.at(-1)]
  return (
    first !== undefined && last !== undefined && last.from - first.from > removalAfter + tolerance
  )
}
