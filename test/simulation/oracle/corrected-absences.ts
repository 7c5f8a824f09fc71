import type { Absence } from '../../../lib/workforce/contract/absence.ts'
import { isNever, spansOf } from '../invariants/absence-story.ts'
import { type Person, shownAt, shownWithin } from '../organisation/history.ts'
import { isKept, type Look, reach } from './looks.ts'
import { type EpochMs, epochMs, utcDate } from './moments.ts'
import { mayHaveRunOut } from './rounds.ts'

/** An absence that was corrected while answers owed it as it was: as it was, as it is, and the answers since. */
export type CorrectedAbsence = { before: Absence; absence: Absence; since: readonly Look[] }

/** What is missing is looked for twice, and what takes something back needs two answers that show it: so many are enough. */
const enough = 5

/** Whether an absence was over so lately, by all clocks, that its correction is owed. */
const isRecent = (
  { start, end }: Absence,
  { from, floor }: Look,
  zones: readonly string[],
  tolerance: EpochMs,
): boolean =>
  spansOf({ start, end }, zones).every(
    (span) =>
      !isNever(span) &&
      span.start < from - tolerance &&
      (span.end === null || span.end > floor + tolerance),
  ) &&
  (end === null || end.date >= utcDate(floor + tolerance))

/** Whether an answer says all that there is of somebody, as it stands. */
const isTelling = (look: Look, id: string, since: EpochMs): boolean =>
  look.isSure &&
  look.isWhole &&
  look.isSettled &&
  !mayHaveRunOut(look.poll) &&
  look.answers.every(({ failure, isComplete }) => failure === null && isComplete) &&
  !isKept(look, id, since)

/** Whether the API can be asked for an absence, wherever it was moved. */
const isInReach = ({ end }: Absence, { from }: Look): boolean =>
  end === null || epochMs(`${end.date}T00:00:00Z`) >= from - reach

/**
 * What was corrected, to wherever that is, after an answer that had shown it and while it was not over for longer than the
 * lookback: enough answers since then owe that it is told, whatever they were asked for.
 */
export const correctedAbsences = (
  person: Person,
  looks: readonly Look[],
  zones: readonly string[],
  tolerance: EpochMs,
): CorrectedAbsence[] =>
  [...person.absences].flatMap(([id, versions]) =>
    versions.flatMap(({ from, record: absence }, n): CorrectedAbsence[] => {
      const before = versions[n - 1]?.record
      const until = versions[n + 1]?.from ?? Number.POSITIVE_INFINITY
      if (absence === null || before == null) return []
      const first = looks.findIndex((look) => look.from >= from)
      const [last, next] = [looks[first - 1], looks[first]]
      if (last === undefined || next === undefined) return []
      const wasSeen =
        isTelling(last, id, from) &&
        last.answers.some(({ records }) => records.has(id)) &&
        shownWithin(versions, last.from, last.to).every((each) => each === before) &&
        shownAt(versions, last.from) === before
      if (!wasSeen || !isRecent(before, next, zones, tolerance)) return []
      const since = looks.slice(first, first + enough).filter(({ to }) => to < until)
      const areAll =
        since.length === enough &&
        since.every((look) => isTelling(look, id, from) && isInReach(absence, look))
      // One without an id, or that nobody could read, may have been it.
      const mayBeBroken = looks
        .slice(0, first + enough)
        .some(({ answers }) => answers.some(({ broken }) => broken.size > 0))
      return areAll && !mayBeBroken ? [{ before, absence, since }] : []
    }),
  )
