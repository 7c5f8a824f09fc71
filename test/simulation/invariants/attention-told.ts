import type { Clocking } from '../../../lib/workforce/contract/clocking.ts'
import type { Look } from '../oracle/looks.ts'
import { type EpochMs, epochMs, hour, minute } from '../oracle/moments.ts'
import type { Context, Invariant } from './context.ts'

/** So many sure answers show it: one that takes something back has to be confirmed, and what may be lost is doubted first. */
export const enoughLooks = 4

type Open = { key: string; of: string; since: EpochMs }

const isClocking = (record: object): record is Clocking => 'startTimeZone' in record

/** What has gone on since when, by a look: clockings, and breaks of those. */
const openIn = (look: Look): Open[] => {
  const records = new Map(look.answers.flatMap((answer) => [...answer.records]))
  return [...records.values()]
    .filter(isClocking)
    .flatMap(({ id, start, end, breaks }): Open[] =>
      end !== null
        ? []
        : [
            { key: id, of: 'clocking-overdue', since: epochMs(start) },
            ...breaks
              .filter((each) => each.end === null)
              .map((each) => ({ key: each.id, of: 'break-overdue', since: epochMs(each.start) })),
          ],
    )
}

/** How long something may go on, by the deployment that allows the most; one that has no such rule allows anything. */
const longest = ({ plan }: Context): Record<string, number> => {
  const all = plan.deployments.map(({ deployment }) => deployment.rules.attention)
  return {
    'clocking-overdue':
      Math.max(...all.map((each) => each.clockingLongerThanHours ?? Infinity)) * hour,
    'break-overdue':
      Math.max(...all.map((each) => each.breakLongerThanMinutes ?? Infinity)) * minute,
  }
}

/** What has gone on for too long by several sure answers, one after the other, is told. */
export const attentionTold: Invariant = function* (context) {
  const { people, looks, toldOf, baselineAt, tolerance } = context
  const limits = longest(context)
  for (const { id: employeeId } of people) {
    const told = toldOf(employeeId)
    if (told.some(({ event }) => event.type === 'attendance.employee-left')) continue
    const raised = new Set(
      told.flatMap(({ event }) => {
        if (event.type === 'attendance.clocking-overdue') return [event.data.clocking.id]
        return event.type === 'attendance.break-overdue' ? [event.data.break.id] : []
      }),
    )
    const seen = new Map<string, { since: EpochMs; times: number }>()
    for (const look of looks.clockings.get(employeeId) ?? []) {
      const isGood = look.isSure && look.isSettled && look.answers.every(({ lag }) => lag === 0)
      if (!isGood) continue
      const open = openIn(look)
      for (const key of seen.keys()) if (!open.some((each) => each.key === key)) seen.delete(key)
      for (const { key, of, since } of open) {
        const begun = since + (limits[of] ?? 0)
        if (begun <= baselineAt || begun + tolerance > look.from) continue
        const before = seen.get(key)
        const times = before?.since === since ? before.times + 1 : 1
        seen.set(key, { since, times })
        if (times === enoughLooks && !raised.has(key))
          yield { employeeId, message: `${of} of ${key} since ${since} was never told` }
      }
    }
  }
}
