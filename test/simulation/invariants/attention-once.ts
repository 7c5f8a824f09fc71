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

/** Whether something was raised of the absence that an event is about. */
const isOf = (event: Told['event'], key: string): boolean =>
  'absence' in event.data && key.includes(event.data.absence.id)

/** Whether what was raised may be raised once more after an event. An absence that is moved while it lasts lasts on. */
const mayBeRaisedAfter = ({ event }: Told, key: string): boolean => {
  const isWhileAbsent = key.startsWith('attendance.clocked-in-while-absent')
  if (event.type === 'attendance.absence-amended') return !isWhileAbsent
  if (/absence-(started|ended)$/.test(event.type)) return isWhileAbsent && isOf(event, key)
  return ['amended', 'removed', 'withdrawn', 'clocked-in'].some((word) => event.type.endsWith(word))
}

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
      raised = new Set([...raised].filter((key) => !mayBeRaisedAfter(each, key)))
      if (!kinds.includes(each.event.type.replace('attendance.', ''))) continue
      const key = keyOf(each)
      if (raised.has(key)) yield { employeeId: id, message: `${key} was raised twice` }
      if (isEarly(each)) yield { employeeId: id, message: `${key} was raised too early` }
      raised.add(key)
    }
  }
}
