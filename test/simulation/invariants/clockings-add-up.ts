import { type ClockingView, clockingStory, isOfClocking, matches } from './clocking-story.ts'
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

/** What subscribers knew of each clocking of an employee; a contradiction leaves it out. */
export const storiesOf = (
  { toldOf, isBaselined, lookback }: Context,
  employeeId: string,
): Map<string, ClockingView[]> =>
  new Map(
    [...toldOfClockings(toldOf(employeeId))].flatMap(([id, told]) => {
      try {
        return [[id, clockingStory(told, isBaselined(employeeId), lookback)] as const]
      } catch {
        return []
      }
    }),
  )

const isAttention = ({ event }: OfClocking): boolean =>
  ['overdue', 'absent'].some((word) => event.type.endsWith(word))

/**
 * Before and after chain without a break, nothing is told twice, and what is told adds up to
 * what the last event of a poll shows.
 */
export const clockingsAddUp: Invariant = function* ({ people, toldOf, isBaselined, lookback }) {
  for (const { id: employeeId } of people)
    for (const [id, told] of toldOfClockings(toldOf(employeeId))) {
      const facts = told.filter((each) => !isAttention(each))
      try {
        const story = clockingStory(facts, isBaselined(employeeId), lookback)
        for (const [index, { event }] of facts.entries()) {
          const isLast = facts[index + 1]?.event.recordedtime !== event.recordedtime
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
