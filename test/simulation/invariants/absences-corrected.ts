import { correctedAbsences } from '../oracle/corrected-absences.ts'
import type { Look } from '../oracle/looks.ts'
import { isLossDoubtful, isShownBy } from '../oracle/missing.ts'
import { type EpochMs, epochMs, utc } from '../oracle/moments.ts'
import { shownAt } from '../organisation/history.ts'
import { boundariesOf, type OfAbsence, toldOfAbsences, zonesOf } from './absence-story.ts'
import { absenceStoriesOf } from './absences-add-up.ts'
import type { Context, Invariant } from './context.ts'

/** Whether so much was missing of a shard at once that its poll may have believed, and looked for, none of it. */
const wasMuchMissing = ({ people, looks }: Context, { poll, from }: Look): boolean => {
  const known = (employeeId: string): string[] => {
    const person = people.find(({ id }) => id === employeeId)
    const earlier = (looks.absences.get(employeeId) ?? []).filter((each) => each.from < from)
    return [...(person?.absences ?? [])].flatMap(([id, versions]) =>
      shownAt(versions, from) !== null && earlier.some((look) => isShownBy(look, id)) ? [id] : [],
    )
  }
  return isLossDoubtful(people, looks.absences, 'absences', poll.process, known)
}

/** Whether the last that had been told of an absence by some moment is that it was withdrawn: as it is now it is new, and owed as such. */
const isWithdrawnBy = (told: readonly OfAbsence[], moment: EpochMs): boolean =>
  told.findLast(({ event }) => epochMs(event.recordedtime) < moment)?.event.type ===
  'attendance.absence-withdrawn'

/** A correction of an absence that is told as it was, and that was over within the lookback, is told, wherever it moves that. */
export const absencesCorrected: Invariant = function* (context) {
  const { people, plan, looks, tolerance } = context
  for (const person of people) {
    const ofPerson = looks.absences.get(person.id) ?? []
    const zones = zonesOf(person, plan.homeZone)
    const stories = absenceStoriesOf(context, person.id)
    const told = toldOfAbsences(context.toldOf(person.id))
    for (const { before, absence, since } of correctedAbsences(
      person,
      ofPerson,
      zones,
      tolerance,
    )) {
      const views = (stories.get(absence.id) ?? []).flat()
      const [was, is] = [boundariesOf(before), boundariesOf(absence)]
      const wasTold = views.some(
        ({ phase, boundaries }) => boundaries === was && (phase === 'started' || phase === 'ended'),
      )
      if (!wasTold || views.some(({ boundaries }) => boundaries === is)) continue
      if (since.some((look) => wasMuchMissing(context, look))) continue
      const first = since[0]
      if (first && isWithdrawnBy(told.get(absence.id) ?? [], first.from)) continue
      const seen = first === undefined ? '' : `${first.poll.process} at ${utc(first.from)}`
      const message = `absence ${absence.id} was never told as corrected to ${is} from ${was}; ${seen} was the first that could`
      yield { employeeId: person.id, message }
    }
  }
}
