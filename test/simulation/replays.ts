import { eventNames } from '../../lib/attendance/events/events.ts'
import type { ReplayProgress } from '../../lib/store/events/replay-record.ts'
import type { Draws } from '../../local/workforce-service/organisation/random.ts'
import { type EpochMs, utc } from './oracle/moments.ts'

/** A queue of somebody else, to which events may be sent again. */
export const lateQueue = 'arn:aws:sqs:eu-west-1:000000000000:late'

/** Something that an operator has sent to one subscriber, and when. */
export type PlannedReplay = { at: EpochMs; request: ReplayProgress['request'] }

type Options = {
  from: EpochMs
  to: EpochMs
  endpoints: readonly string[]
  employees: readonly string[]
}

/** What operators of a run send again: a span or two, which they count before, and how everyone is. */
export const someReplays = (
  draws: Draws,
  { from, to, endpoints, employees }: Options,
): PlannedReplay[] => {
  const [first = ''] = endpoints
  const [someone = ''] = employees
  const momentIn = (begin: EpochMs, end: EpochMs) =>
    Math.round(begin + draws.unit() * (end - begin))
  const replay = (isDryRun: boolean): PlannedReplay => {
    const at = momentIn(from + (to - from) / 4, to)
    const [a, b] = [momentIn(from, at), momentIn(from, at)]
    const webhook = draws.pick([first, ...endpoints])
    const types = draws.pick([null, eventNames.filter(() => draws.chance(0.5)), null])
    return {
      at,
      request: {
        to: draws.chance(0.5) ? { webhook } : { queue: lateQueue },
        perSecond: draws.pick([5, 20, 1_000]),
        isDryRun,
        span: { from: utc(Math.min(a, b)), to: utc(Math.max(a, b) + 1_000) },
        types:
          types === null || types.length === 0 ? null : types.map((name) => `attendance.${name}`),
        employeeId: draws.chance(0.2) ? draws.pick([someone, ...employees]) : null,
      },
    }
  }
  const snapshot: PlannedReplay = {
    at: momentIn(from + (to - from) / 10, to),
    request: {
      to: draws.chance(0.5) ? { webhook: 'archive' } : { queue: lateQueue },
      perSecond: draws.pick([1, 20]),
      isDryRun: false,
      snapshot: true,
    },
  }
  return [replay(false), replay(draws.chance(0.5)), snapshot]
}
