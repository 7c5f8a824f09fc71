import type { AttendanceEvent } from '../../../../lib/attendance/events/events.ts'
import { minute, utc } from '../../oracle/moments.ts'
import { tellingOf } from '../../system/observed.ts'
import type { Invariant } from '../context.ts'
import { alwaysNamedAt, type RunEnd, readyBy, wasGivenUp, wasPutAside } from './in-order.ts'
import { firstTellings, firstTellingsOrCounts, queuedAt } from './observed.ts'
import { groupOf } from './pace.ts'

/** What an event says the beginning or the end of: a clocking or a break, by its id. */
const spanOf = (event: AttendanceEvent): { id: string; edge: 'start' | 'end' } | null => {
  switch (event.type) {
    case 'attendance.clocked-in':
      return { id: event.data.clocking.id, edge: 'start' }
    case 'attendance.clocked-out':
      return { id: event.data.clocking.id, edge: 'end' }
    case 'attendance.break-started':
      return { id: event.data.break.id, edge: 'start' }
    case 'attendance.break-ended':
      return { id: event.data.break.id, edge: 'end' }
    default:
      return null
  }
}

/** What a run had in hand that was killed, or failed at some, is in nobody's hands for two minutes, and read within half a minute then. */
const backAfter = 2.5 * minute
const isStruck = ({ outcome, isDisturbed }: RunEnd): boolean =>
  outcome.kind !== 'done' || isDisturbed

const isEndOf = (beginning: AttendanceEvent, event: AttendanceEvent): boolean => {
  const [begun, ended] = [spanOf(beginning), spanOf(event)]
  return (
    begun?.edge === 'start' &&
    ended?.edge === 'end' &&
    begun.id === ended.id &&
    beginning.subject === event.subject &&
    beginning.sequence < event.sequence
  )
}

/**
 * Nobody reads that somebody is out, or back from a break, and then, as the last word, that they came in, or went: but where a rule
 * gathers that for longer, or the destination did not take it.
 */
export const beginningsFirst: Invariant = function* (context) {
  const { told, toldOfRecords, observed } = context
  const first = firstTellings(observed)
  const firstAnyhow = firstTellingsOrCounts(observed)
  for (const beginning of told) {
    if (spanOf(beginning.event)?.edge !== 'start') continue
    const ends = toldOfRecords(beginning.event).filter(({ event }) =>
      isEndOf(beginning.event, event),
    )
    if (ends.length === 0 || wasGivenUp(context, beginning.event)) continue
    const queued = queuedAt(observed, beginning.event.id) ?? Number.POSITIVE_INFINITY
    for (const destination of alwaysNamedAt(context, beginning)) {
      const own = firstAnyhow.get(tellingOf(destination, beginning.event.id))
      if (own === undefined) continue
      const dueBy =
        readyBy(context, queued, backAfter, isStruck) +
        groupOf(context, destination, beginning.event, [])
      for (const { event: end } of ends) {
        const ended = first.get(tellingOf(destination, end.id))
        if (ended === undefined || ended.at >= own.at || ended.at < dueBy) continue
        if (wasPutAside(context, beginning.event, ended, own)) continue
        yield {
          employeeId: end.subject,
          message: `${destination} was told ${end.type} ${end.id} at ${utc(ended.at)}, and how that began, ${beginning.event.id}, at ${utc(own.at)}`,
        }
      }
    }
  }
}
