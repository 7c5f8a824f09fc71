import { type AbsenceView, absenceStory, toldOfAbsences, zonesOf } from './absence-story.ts'
import type { Context, Invariant } from './context.ts'

/** An absence starts, ends, is amended and withdrawn in an order that can be. */
export const absencesAddUp: Invariant = function* ({ people, plan, toldOf, isBaselined }) {
  for (const person of people)
    for (const [id, told] of toldOfAbsences(toldOf(person.id))) {
      try {
        absenceStory(told, zonesOf(person, plan.homeZone), isBaselined(person.id))
      } catch (error) {
        yield { employeeId: person.id, message: `absence ${id}: ${String(error)}` }
      }
    }
}

/** What subscribers knew of each absence of an employee; a contradiction leaves it out. */
export const absenceStoriesOf = (
  { personOf, plan, toldOf, isBaselined }: Context,
  employeeId: string,
): Map<string, AbsenceView[][]> => {
  const person = personOf.get(employeeId)
  if (person === undefined) return new Map()
  return new Map(
    [...toldOfAbsences(toldOf(employeeId))].flatMap(([id, told]) => {
      try {
        const zones = zonesOf(person, plan.homeZone)
        return [[id, absenceStory(told, zones, isBaselined(employeeId))] as const]
      } catch {
        return []
      }
    }),
  )
}
