import type { Workday } from './absence-times.ts'
import type { Privacy } from './privacy.ts'

/** When something has gone on for too long; null switches a rule off. */
export type AttentionRules = {
  clockingLongerThanHours: number | null
  breakLongerThanMinutes: number | null
  clockedInWhileAbsent: boolean
  absenceGraceMinutes: number
  returnOverdue: boolean
}

/** The settings that decide what becomes an event and what it says. */
export type AttendanceRules = {
  /** The `source` of the events, `/attendance-events/<environment>`. */
  source: string
  workday: Workday
  attention: AttentionRules
  privacy: Privacy
  /** Whether what was so before the first run is told, marked `baseline`, or not at all. */
  baseline: 'silent' | 'announce'
}
