import type { Absence } from '../../../lib/workforce/contract/absence.ts'
import type { Look } from '../oracle/looks.ts'
import { utc } from '../oracle/moments.ts'
import { shownWithin } from '../organisation/history.ts'
import { type AbsenceView, asWritten } from './absence-story.ts'
import { absenceStoriesOf } from './absences-add-up.ts'
import type { Context, Invariant, Told } from './context.ts'

type Fields = Readonly<Record<string, unknown>>
type Shows = { event: Told['event']; shown: Fields }

/** Of these other checks tell: by whose clock an absence goes, by whichever of its names. */
const otherwiseChecked = ['timeZone']

/** What every message about an absence shows of it, in order. */
const shownOf = (told: readonly Told[]): Map<string, Shows[]> => {
  const grouped = new Map<string, Shows[]>()
  for (const { event } of told) {
    if (!('absence' in event.data)) continue
    const { absence } = event.data
    const others = grouped.get(absence.id) ?? []
    others.push({ event, shown: absence })
    grouped.set(absence.id, others)
  }
  return grouped
}

/** Whether the same is shown of an absence all the time: what becomes visible, or is so no more, is no news. */
const isSameForAll = ({ plan }: Context): boolean =>
  new Set(plan.deployments.map(({ deployment }) => deployment.rules.privacy.absences)).size === 1

/** The fields that both have, and in which they differ. */
const differing = (one: Fields, other: Fields): string[] =>
  Object.keys(one).filter(
    (field) =>
      field in other &&
      !otherwiseChecked.includes(field) &&
      asWritten(one[field]) !== asWritten(other[field]),
  )

/** What a subscriber holds true of an absence after an event says what changed of it; and what of that it got wrong. */
const withChanges = (known: Fields, { data }: Told['event']): { next: Fields; wrong: string[] } => {
  const changes = 'changes' in data ? data.changes : []
  const wrong = changes
    .filter(({ field }) => field in known && !otherwiseChecked.includes(field))
    .filter(({ field, before }) => asWritten(known[field]) !== asWritten(before))
    .map(({ field }) => field)
  const changed = Object.fromEntries(changes.map(({ field, after }) => [field, after]))
  return { next: { ...known, ...changed }, wrong }
}

const hasStarted = (views: readonly AbsenceView[] | undefined): boolean =>
  views?.every(({ phase }) => phase === 'started') ?? false

/** What is told of an absence that lasts is all that changed of it: kind, notes and all the rest that may be shown. */
const toldInFull = function* (context: Context, employeeId: string) {
  const stories = absenceStoriesOf(context, employeeId)
  for (const [id, all] of shownOf(context.toldOf(employeeId))) {
    const story = stories.get(id)
    let known: Fields | null = null
    let step = 0
    for (const { event, shown } of all) {
      if (known !== null) {
        const { next, wrong } = withChanges(known, event)
        const silent = differing(next, shown)
        if (wrong.length + silent.length > 0)
          yield `${event.type} ${event.id} of absence ${id} has another ${[...wrong, ...silent].join(', ')} than was told before`
      }
      if (event.type.startsWith('attendance.absence-')) step += 1
      known = hasStarted(story?.[step]) ? shown : null
    }
  }
}

/** The one version that two answers in a row showed, both put to use for certain. */
const standingBy = (
  [before, last]: readonly Look[],
  versions: Parameters<typeof shownWithin<Absence>>[0],
): Absence | null => {
  if (before === undefined || last === undefined || !before.isSure || !last.isSure) return null
  const isShown = [before, last].every(
    ({ answers, isSettled, isWhole }) =>
      isSettled && isWhole && answers.every(({ lag, hidden }) => lag === 0 && hidden.size === 0),
  )
  const [record, ...others] = shownWithin(versions, before.from, last.to)
  return isShown && others.length === 0 ? (record ?? null) : null
}

/** What the API shows of an absence that lasts, in the end, is what was last told of it. */
const toldInTheEnd = function* (context: Context, employeeId: string) {
  const looks = (context.looks.absences.get(employeeId) ?? []).slice(-2)
  const stories = absenceStoriesOf(context, employeeId)
  for (const [id, all] of shownOf(context.toldOf(employeeId))) {
    if (!hasStarted(stories.get(id)?.at(-1))) continue
    const versions = context.personOf.get(employeeId)?.absences.get(id) ?? []
    const standing = standingBy(looks, versions)
    const last = all.at(-1)
    if (standing === null || last === undefined) continue
    const untold = differing(last.shown, standing)
    if (untold.length > 0)
      yield `absence ${id} has another ${untold.join(', ')} than was told last, which ${looks[1]?.poll.process} saw at ${utc(looks[1]?.from ?? 0)}`
  }
}

/** Of an absence that lasts, whatever of it may be shown is told as it changes. */
export const absencesInDetail: Invariant = function* (context) {
  if (!isSameForAll(context)) return
  for (const { id: employeeId } of context.people) {
    const all = [...toldInFull(context, employeeId), ...toldInTheEnd(context, employeeId)]
    for (const message of all) yield { employeeId, message }
  }
}
