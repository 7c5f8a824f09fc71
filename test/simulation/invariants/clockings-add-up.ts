import type { EpochMs } from '../oracle/moments.ts'
import { areMany, waitingAt } from '../oracle/parts.ts'
import {
  type ClockingView,
  clockingStory,
  isOfClocking,
  matches,
  type Reading,
} from './clocking-story.ts'
import type { Context, Invariant, Told } from './context.ts'

type OfClocking = Told & { event: Extract<Told['event'], { data: { clocking: unknown } }> }

/** The events of one employee, by clocking. */
export const toldOfClockings = (told: readonly Told[]): Map<string, OfClocking[]> => {
  const grouped = new Map<string, OfClocking[]>()
  for (const each of told) {
    const { event } = each
    if (!isOfClocking(event)) continue
    const others = grouped.get(event.data.clocking.id) ?? []
    others.push({ ...each, event })
    grouped.set(event.data.clocking.id, others)
  }
  return grouped
}

/** What a subscriber knew from a moment on, by what the system had saved by then. */
export type KnownClocking = { at: EpochMs; view: ClockingView }

const readingOf = (
  { isBaselined, baselineAt, tolerance, lookback, plan }: Context,
  employeeId: string,
): Reading => ({
  silentUntil: isBaselined(employeeId) ? baselineAt + tolerance : Number.NEGATIVE_INFINITY,
  lookback,
  hasNotes: plan.deployments.every(({ deployment }) => deployment.rules.privacy.notes),
})

/** What subscribers knew of each clocking of an employee; a contradiction leaves it out. */
export const storiesOf = (context: Context, employeeId: string): Map<string, KnownClocking[]> =>
  new Map(
    [...toldOfClockings(context.toldOf(employeeId))].flatMap(([id, told]) => {
      try {
        const views = clockingStory(told, readingOf(context, employeeId))
        return [[id, views.map((view, n) => ({ view, at: savedAt(told[n - 1]) }))] as const]
      } catch {
        return []
      }
    }),
  )

/** When the system had in writing what it told; from ever on, where nothing was to be told. */
const savedAt = (told: Told | undefined): EpochMs =>
  told === undefined ? Number.NEGATIVE_INFINITY : (told.origin?.savedAt ?? told.at)

const isAttention = ({ event }: OfClocking): boolean =>
  ['overdue', 'absent'].some((word) => event.type.endsWith(word))

/**
 * Before and after chain without a break, nothing is told twice, and what is told adds up to
 * what the last event of a poll shows.
 */
export const clockingsAddUp: Invariant = function* (context) {
  const { people, observed, toldOf, looks } = context
  const waiting = waitingAt(observed)
  for (const { id: employeeId } of people) {
    const partly = new Set(
      looks.clockings
        .get(employeeId)
        ?.flatMap((each) => (each.isInParts ? [each.poll.process] : [])),
    )
    // So much of somebody waited when an event was saved, it and those with it included; or the poll broke off after it.
    const isInParts = (each: Told | undefined): boolean =>
      each?.origin !== undefined &&
      (areMany(waiting(employeeId, each.origin.savedAt)) || partly.has(each.origin.process))
    for (const [id, told] of toldOfClockings(toldOf(employeeId))) {
      const facts = told.filter((each) => !isAttention(each))
      try {
        const story = clockingStory(facts, readingOf(context, employeeId))
        for (const [index, { event }] of facts.entries()) {
          const isLast =
            facts[index + 1]?.event.recordedtime !== event.recordedtime && !isInParts(facts[index])
          const view = story[index + 1]
          const isGone = event.type === 'attendance.clocking-removed'
          if (isLast && view && !isGone && !matches(view, event.data.clocking))
            yield { employeeId, message: `${event.type} of ${id} shows more than was told` }
        }
      } catch (error) {
        yield { employeeId, message: `clocking ${id}: ${String(error)}` }
      }
    }
  }
}
