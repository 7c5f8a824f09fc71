import type { Absence } from '../../../lib/workforce/contract/absence.ts'
import { isNever, spansOf } from '../invariants/absence-story.ts'
import { type Person, shownWithin, type Versions } from '../organisation/history.ts'
import { mayHaveGone } from './hidden.ts'
import { isKept, type Look, reach } from './looks.ts'
import { type EpochMs, epochMs } from './moments.ts'

/** An absence that an answer owes to subscribers, and whether it was over by then. */
export type OwedAbsence = { absence: Absence; isOver: boolean; look: Look }

/** The one version that stood throughout a look that could show it, or null. */
const seenIn = (look: Look, versions: Versions<Absence>, id: string): Absence | null => {
  const [absence, ...changes] = shownWithin(versions, look.from, look.to)
  if (absence == null || changes.length > 0) return null
  const since = versions.findLast(({ record, from }) => record === absence && from <= look.from)
  return isKept(look, id, since?.from ?? look.from) ? null : absence
}

/** Whether a version only goes on from what may have been told: never there before, or once. */
const isForward = (versions: Versions<Absence>, absence: Absence, by: EpochMs): boolean => {
  const until = versions.findLastIndex(({ from, record }) => record === absence && from <= by)
  return until === 0
}

/** Whether an answer can be asked for an absence: by its date, all of which must be in reach. */
const isReachable = ({ end }: Absence, { from }: Look): boolean =>
  end === null || epochMs(`${end.date}T00:00:00Z`) >= from - reach

/** The absences that had begun, by all clocks, and were not over before an answer's floor. */
export const owedAbsences = (
  person: Person,
  looks: readonly Look[],
  zones: readonly string[],
  tolerance: number,
): OwedAbsence[] =>
  looks.flatMap((look, n) => {
    if (!look.isSure) return []
    const before = looks[n - 1]
    return [...person.absences].flatMap(([id, versions]): OwedAbsence[] => {
      const absence = seenIn(look, versions, id)
      if (absence === null) return []
      const spans = spansOf(absence, zones)
      const isRunning =
        !spans.some(isNever) && spans.every(({ start }) => start < look.from - tolerance)
      const isRecent = spans.every(({ end }) => end === null || end > look.floor + tolerance)
      if (!isRunning || !isRecent || !isReachable(absence, look)) return []
      const isConfirmed =
        before?.isSure === true &&
        seenIn(before, versions, id) === absence &&
        shownWithin(versions, before.from, look.to).every((each) => each === absence)
      const isBack = !isForward(versions, absence, look.from) || mayHaveGone(looks.slice(0, n), id)
      if (isBack && !isConfirmed) return []
      const isOver = spans.every(({ end }) => end !== null && end < look.from - tolerance)
      return [{ absence, isOver, look }]
    })
  })
