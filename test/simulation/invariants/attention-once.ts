import { epochMs, hour, minute } from '../oracle/moments.ts'
import type { Invariant, Told } from './context.ts'

const kinds = ['clocking-overdue', 'break-overdue', 'clocked-in-while-absent', 'return-overdue']

const keyOf = ({ event: { type, time, data } }: Told): string =>
  [
    type,
    time,
    'clocking' in data && data.clocking.id,
    'absence' in data && data.absence.id,
    'break' in data && data.break.id,
  ].join(' ')

const isCorrection = ({ event }: Told): boolean =>
  ['amended', 'removed', 'withdrawn', 'clocked-in'].some((word) => event.type.endsWith(word))

const isEarly = ({ event, origin }: Told): boolean => {
  const attention = origin?.deployment.rules.attention
  const now = epochMs(event.recordedtime)
  if (event.type === 'attendance.clocking-overdue') {
    const since = epochMs(event.data.clocking.start)
    return (
      event.data.clocking.end !== null ||
      now - since < (attention?.clockingLongerThanHours ?? 0) * hour
    )
  }
  if (event.type === 'attendance.break-overdue')
    return now - epochMs(event.data.break.start) < (attention?.breakLongerThanMinutes ?? 0) * minute
  return epochMs(event.time) > now
}

/** The same cause is raised once, unless it was corrected or told anew in between, and never before its time. */
export const attentionOnce: Invariant = function* ({ people, toldOf }) {
  for (const { id } of people) {
    let raised = new Set<string>()
    for (const each of toldOf(id)) {
      if (isCorrection(each)) raised = new Set()
      if (!kinds.includes(each.event.type.replace('attendance.', ''))) continue
      const key = keyOf(each)
      if (raised.has(key)) yield { employeeId: id, message: `${key} was raised twice` }
      if (isEarly(each)) yield { employeeId: id, message: `${key} was raised too early` }
      raised.add(key)
    }
  }
}
