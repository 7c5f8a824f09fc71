import { utc } from '../oracle/moments.ts'
import { type Observed, type Said, tellingOf } from '../system/observed.ts'
import type { Invariant } from './context.ts'

const wasKilled = ({ process }: Said, { alerts }: Observed): boolean =>
  alerts.ends.get(process)?.outcome.kind === 'killed'

/** Whether a sender may not have come to write down what it had just said. */
const couldNotNote = ({ process }: Said, { alerts }: Observed): boolean => {
  const end = alerts.ends.get(process)
  return end === undefined || end.outcome.kind === 'killed' || end.isDisturbed
}

/**
 * Nobody is told the same twice, unless a sender died, or the table failed it, between saying
 * it and writing that down; and never what was in writing before the sender began.
 */
export const alertsOnce: Invariant = function* ({ observed }) {
  const firsts = new Map<string, Said>()
  for (const said of observed.alerts.said)
    for (const thing of said.things) {
      const telling = tellingOf(said.destination, thing)
      const first = firsts.get(telling)
      firsts.set(telling, said)
      if (first === undefined) continue
      // What a killed sender had on its way may arrive long after.
      if (wasKilled(said, observed)) continue
      const notedAt = observed.alerts.noted.get(telling) ?? Number.POSITIVE_INFINITY
      if (notedAt <= said.startedAt || !couldNotNote(first, observed))
        yield {
          employeeId: null,
          message: `${telling} was told by ${first.process} at ${utc(first.at)} and by ${said.process} at ${utc(said.at)}`,
        }
    }
}
