import { epochMs, utc } from '../oracle/moments.ts'
import type { Context, Invariant, Told } from './context.ts'

/** The types whose time is the API's own. */
const hasOwnTime = /(clocked-(in|out)|break-(started|ended))$/

/** Between which of a person's answers an event lies, by when they went out; null: no two. */
const answersAround = ({ looks }: Context, { event, origin }: Told) => {
  const all = looks.clockings.get(event.subject) ?? []
  const index = all.findIndex(({ poll }) => poll.process === origin?.process)
  const [before, own] = [all[index - 1], all[index]]
  return before === undefined || own === undefined ? null : { before, own }
}

/**
 * What happened between two answers is said to have been observed between them, and to have
 * been recorded after that: `observed.after` ≤ `time` ≤ `observed.by` ≤ `recordedtime`.
 */
export const observedBetween: Invariant = function* (context) {
  const { told, tolerance, plan } = context
  const margin = plan.clocksAreOff ? tolerance : 0
  for (const each of told) {
    const { type, time, recordedtime, subject, data, baseline } = each.event
    if (!hasOwnTime.test(type) || baseline === true) continue
    const { after, by } = data.observed
    const [at, until, recorded] = [epochMs(time), epochMs(by), epochMs(recordedtime)]
    if (until > recorded + margin)
      yield {
        employeeId: subject,
        message: `${type} was recorded at ${recordedtime}, before ${by}`,
      }
    const around = answersAround(context, each)
    if (around === null || at <= around.before.to || at > around.own.to) continue
    const isAfter = after === null || epochMs(after) <= at + margin
    if (!isAfter || at > until + margin)
      yield {
        employeeId: subject,
        message: `${type} of ${time} is said to lie between ${after} and ${by}, answered at ${utc(around.own.to)}`,
      }
  }
}
