import * as z from 'zod'
import { eventNames } from '../../lib/attendance/events/events.ts'

/** Where a run takes what is asked of `replay-events`, and says what whoever asks must know of it. */
export const replaysPath = '/replay-events'

/** What a run says of itself to who asks it to send something again. */
export const RunFacts = z.object({
  /** Dates are those of this zone. */
  timeZone: z.string(),
  /** The moment it is by the clock of everything that is published, epoch milliseconds. */
  now: z.number(),
  eventLogDays: z.number(),
  /** The endpoints, and the types of events that they take; all where they are left out. */
  webhooks: z.array(z.object({ name: z.string(), events: z.array(z.enum(eventNames)).optional() })),
})
export type RunFacts = z.infer<typeof RunFacts>
