import type { AttendanceEvent } from '../../../../lib/attendance/events/events.ts'
import { utc } from '../../oracle/moments.ts'
import {
  allClearOf,
  type Observed,
  type Said,
  tellingOf,
  tellingsIn,
} from '../../system/observed.ts'
import type { Invariant } from '../context.ts'
import { settledBy } from './followed.ts'
import { isFollowedBy } from './what-follows.ts'

const wasKilled = ({ process }: Said, { alerts }: Observed): boolean =>
  alerts.ends.get(process)?.outcome.kind === 'killed'

/** Whether a sender may not have come to write down what it had just said. */
const couldNotNote = ({ process }: Said, { alerts }: Observed): boolean => {
  const end = alerts.ends.get(process)
  return end === undefined || end.outcome.kind === 'killed' || end.isDisturbed
}

/** Whether a message tells something that had been put aside, and what followed on that with it. */
const isWithPutAside = (
  { destination, things, at }: Said,
  thing: string,
  events: ReadonlyMap<string, AttendanceEvent>,
  { alerts }: Observed,
): boolean =>
  things.some((other) => {
    const [original, later] = [events.get(other), events.get(thing)]
    return (
      original !== undefined &&
      later !== undefined &&
      isFollowedBy(original, later) &&
      (alerts.putAside.get(tellingOf(destination, other)) ?? Number.POSITIVE_INFINITY) < at
    )
  })

/**
 * Nobody is told the same twice, unless what it follows on comes back from the dead letters, or a sender died, or the table failed it, between saying
 * it and writing that down; and never what was in writing before the sender began.
 */
export const alertsOnce: Invariant = function* (context) {
  const { observed } = context
  const { noted } = observed.alerts
  const tellings = new Set(observed.alerts.said.flatMap(tellingsIn))
  const counts = new Map<string, number>()
  const firsts = new Map<string, Said>()
  const events = new Map(context.told.map(({ event }) => [event.id, event]))
  for (const said of observed.alerts.said)
    for (const thing of said.things) {
      const plain = tellingOf(said.destination, thing)
      // Whoever heard of the end before what was overdue hears that all is clear besides.
      const isAllClear = said.allClears.has(thing)
      const telling = isAllClear ? allClearOf(said.destination, thing) : plain
      const first = firsts.get(telling)
      const count = (counts.get(telling) ?? 0) + 1
      counts.set(telling, count)
      firsts.set(telling, said)
      if (first === undefined) continue
      if (isAllClear && count <= settledBy(context, tellings, said.destination, thing)) continue
      // What a killed sender had on its way may arrive long after.
      if (wasKilled(said, observed)) continue
      if (isWithPutAside(said, thing, events, observed)) continue
      const notedAt = noted.get(telling) ?? noted.get(plain) ?? Number.POSITIVE_INFINITY
      if (notedAt <= said.startedAt || !couldNotNote(first, observed))
        yield {
          employeeId: null,
          message: `${telling} was told by ${first.process} at ${utc(first.at)} and by ${said.process} at ${utc(said.at)}`,
        }
    }
}
