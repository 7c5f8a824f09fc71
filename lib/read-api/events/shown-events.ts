import type { AttendanceEvent } from '../../attendance/events/events.ts'
import type { Privacy } from '../../attendance/rules.ts'
import { readLogged } from '../../routing/logged-event.ts'
import { asPublishedNow } from '../../routing/redact.ts'
import type { LoggedEvent } from '../../store/events/segment-record.ts'

/** What reads events of the log. */
export type Showing = {
  privacy: Privacy
  /** An event of the log cannot be read, or is of a later version's type: what is private in it nobody can say. */
  onUnreadable: () => void
}

/** Events as they were published, without what may not be any more, nor those that would not be at all. */
export const shownEvents = (
  events: readonly LoggedEvent[],
  { privacy, onUnreadable }: Showing,
): AttendanceEvent[] =>
  events.flatMap((each) => {
    const event = readLogged(each)
    if (event === null) onUnreadable()
    return (event && asPublishedNow(event, privacy)) ?? []
  })

/**
 * Shows events one by one, where only those that may be shown are to count: how full a page is would tell of the
 * others.
 */
export const showingEach = (showing: Showing) => {
  const shown = new Map<LoggedEvent, AttendanceEvent>()
  return {
    isShown: (logged: LoggedEvent): boolean => {
      const [event] = shownEvents([logged], showing)
      if (event !== undefined) shown.set(logged, event)
      return event !== undefined
    },
    /** What `isShown` was asked about, as it may be shown. */
    shown: (events: readonly LoggedEvent[]): AttendanceEvent[] =>
      events.flatMap((each) => shown.get(each) ?? []),
  }
}
