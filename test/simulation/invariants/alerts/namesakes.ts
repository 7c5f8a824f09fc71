import type { AttendanceEvent } from '../../../../lib/attendance/events/events.ts'
import type { Invariant } from '../context.ts'

const nameOf = ({ data: { employee } }: AttendanceEvent): string =>
  `${employee.givenName} ${employee.familyName}`

/** Whoever has the same name as another person in the same message, perhaps one of former times, has something beside it. */
export const namesakesApart: Invariant = function* (context) {
  const events = new Map(context.told.map(({ event }) => [event.id, event]))
  for (const { things, sentences, destination, process } of context.observed.alerts.said) {
    const told = things.flatMap((id) => events.get(id) ?? [])
    const byName = Map.groupBy(told, nameOf)
    for (const [name, all] of byName) {
      const calledBy = new Map<string, string>()
      if (new Set(all.map(({ subject }) => subject)).size === 1) continue
      for (const { id, subject } of all) {
        const sentence = sentences.get(id) ?? ''
        const [, beside = ''] = sentence.split(`${name} (`)
        const mark = beside.split(')')[0] ?? ''
        const other = calledBy.get(mark) ?? subject
        calledBy.set(mark, subject)
        if (mark !== '' && other === subject) continue
        yield {
          employeeId: subject,
          message: `${process} told ${destination} of two people called ${name}: ${sentence}`,
        }
      }
    }
  }
}
