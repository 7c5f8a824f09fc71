import type { EventName } from '../../attendance/events.ts'
import { digestWording, rollCallWording } from './en-digests.ts'
import { eventSentence } from './en-events.ts'
import { besideText, momentText, plural, slackMomentText } from './en-units.ts'
import type { Wording } from './wording.ts'

/** What several events of a type are called: one, and several. */
const names: Record<EventName, readonly [string, string]> = {
  'clocked-in': ['clock-in', 'clock-ins'],
  'clocked-out': ['clock-out', 'clock-outs'],
  'break-started': ['break begun', 'breaks begun'],
  'break-ended': ['break ended', 'breaks ended'],
  'clocking-amended': ['clocking corrected', 'clockings corrected'],
  'clocking-removed': ['clocking removed', 'clockings removed'],
  'absence-started': ['absence begun', 'absences begun'],
  'absence-ended': ['absence ended', 'absences ended'],
  'absence-amended': ['absence changed', 'absences changed'],
  'absence-withdrawn': ['absence withdrawn', 'absences withdrawn'],
  'employee-joined': ['newcomer', 'newcomers'],
  'employee-changed': ['change of details', 'changes of details'],
  'employee-left': ['leaver', 'leavers'],
  'clocking-overdue': ['person clocked in for too long', 'people clocked in for too long'],
  'break-overdue': ['break that is too long', 'breaks that are too long'],
  'clocked-in-while-absent': ['clock-in during an absence', 'clock-ins during absences'],
  'return-overdue': ['return overdue', 'returns overdue'],
}

/** All that is said to people, in English. */
export const english: Wording = {
  event: eventSentence,
  counts: (counts) => counts.map(({ type, count }) => plural(count, ...names[type])).join(', '),
  caughtUp: (counts) => `Caught up with what happened earlier: ${counts}`,
  andMore: (count) => `and ${count.toLocaleString('en')} more`,
  andMoreMessages: (count) => `and ${plural(count, 'more message')}`,
  partOf: (part, parts) => `part ${part} of ${parts}`,
  moment: momentText,
  slackMoment: slackMomentText,
  beside: besideText,
  digest: digestWording,
  rollCall: rollCallWording,
}
