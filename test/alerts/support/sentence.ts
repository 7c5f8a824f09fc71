import { english } from '../../../lib/alerts/wording/en.ts'
import { plainText } from '../../../lib/alerts/wording/plain-text.ts'
import type { AttendanceEvent } from '../../../lib/attendance/events/events.ts'
import { redactEvent } from '../../../lib/routing/redact.ts'
import type { Show } from '../../../lib/routing/where.ts'

/** When and where the sentences of these tests are read. */
export const reading = { now: Date.parse('2026-11-20T18:00:00Z'), zone: 'Europe/London' }

/** An event as it is said where so much of it may be shown. */
export const sentence = (event: AttendanceEvent, show: Show = 'full'): string => {
  const shown = redactEvent(event, show)
  return shown === null ? '' : plainText(english.event(shown, reading), english)
}
