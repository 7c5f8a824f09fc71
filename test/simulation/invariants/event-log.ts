import type { Invariant } from './context.ts'

/**
 * The log has what the topic took, to the byte, and nothing else; in each lane the events of an employee
 * appear in the order of their numbers, unless the topic took a later one first.
 */
export const logIsWhole: Invariant = function* ({ observed, told }) {
  const bodies = new Map(told.map(({ event, body }) => [event.id, body]))
  const logged = new Set<string>()
  const { refusedByTopic } = observed
  for (const [lane, events] of observed.log.lanes) {
    const last = new Map<string, string>()
    for (const { id, message } of events) {
      const { subject, sequence } = JSON.parse(message)
      if (bodies.get(id) !== message)
        yield { employeeId: subject, message: `the log has ${id}, which the topic never had so` }
      const before = last.get(subject) ?? ''
      if (!logged.has(id) && sequence < before && !refusedByTopic.has(subject))
        yield { employeeId: subject, message: `lane ${lane} has ${sequence} after ${before}` }
      logged.add(id)
      if (sequence > before) last.set(subject, sequence)
    }
  }
  for (const { event } of told)
    if (!logged.has(event.id))
      yield { employeeId: event.subject, message: `the log lacks ${event.id} (${event.type})` }
}

/** Whoever reads the log by position, while others write, has all of it in the end. */
export const pullMissesNothing: Invariant = function* ({ observed }) {
  const { lanes, pulled } = observed.log
  for (const [lane, events] of lanes)
    for (const { id, attributes } of events)
      if (!pulled.has(id)) {
        const message = `whoever read lane ${lane} by position never saw ${id}`
        yield { employeeId: attributes['employeeId'] ?? null, message }
      }
}
