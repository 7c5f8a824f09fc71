import { eventIn } from '../oracle/event-in.ts'
import type { Invariant } from './context.ts'

/**
 * A repeat is the same to the byte; and a place in an employee's sequence belongs to one id,
 * as an id belongs to one place.
 */
export const oneIdForOneChange: Invariant = function* ({ observed, told }) {
  const bodies = new Map(told.map(({ event, body }) => [event.id, { body, event }]))
  for (const { message } of observed.deliveries) {
    const { id, subject } = eventIn(message)
    if (bodies.get(id)?.body !== message.body)
      yield { employeeId: subject, message: `event ${id} was published with two contents` }
  }
  const places = new Map<string, string>()
  for (const { event } of told) {
    const place = `${event.subject} ${event.sequence}`
    const other = places.get(place)
    if (other !== undefined) {
      const message = `events ${other} and ${event.id} (${event.type}) are both number ${event.sequence}`
      yield { employeeId: event.subject, message }
    }
    places.set(place, event.id)
  }
}

/** The numbers of an employee's events are 1, 2, 3, and so on. */
export const numbersWithoutGap: Invariant = function* ({ people, toldOf }) {
  for (const { id } of people) {
    const numbers = toldOf(id).map(({ event }) => Number(event.sequence))
    const wrong = numbers.findIndex((number, index) => number !== index + 1)
    if (wrong !== -1)
      yield { employeeId: id, message: `number ${wrong + 1} is ${numbers[wrong]} instead` }
  }
}
