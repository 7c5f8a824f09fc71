import * as z from 'zod'
import { codec } from '../schema.ts'

/** A destination, and how it was notified. */
const Notification = z.object({
  kind: z.literal('destination'),
  /** `slack:office`. */
  destination: z.string(),
  /** How much of an absence it was shown. */
  show: z.enum(['opaque', 'category', 'full']),
  /** Notified because of the type of an absence: of any other it would not have been. */
  isByType: z.boolean(),
})

/**
 * An event that somebody was notified of: its type, the employee, the clocking or absence, and its number among
 * the employee's; a record may move from one employee to another, and a break to another clocking. Of a corrected
 * clocking also what was corrected. Where schema 1, or a version before, did not know, they are empty.
 */
const NotifiedEvent = z.string().transform((text) => {
  const [type = '', subject = '', of = '', sequence = '', parts] = text.split(' ')
  return { type, subject, of, sequence, ...(parts !== undefined && { parts: parts.split(',') }) }
})
export type NotifiedEvent = z.infer<typeof NotifiedEvent>

/** Whoever was notified of a record, and by which events. */
export const NotificationRecord = z.object({
  who: z.discriminatedUnion('kind', [
    Notification,
    /** As schema 1 knew it, which destinations and how the rule of that name says. */
    z.object({ kind: z.literal('rule'), rule: z.string() }),
  ]),
  events: z.array(NotifiedEvent),
})
export type NotificationRecord = z.infer<typeof NotificationRecord>

/** As an item keeps it: `clocked-in <id> <id> 00000000000000000002`, `clocking-amended <id> <id> 00000000000000000003 start,end`. */
export const notifiedEventText = ({ type, subject, of, sequence, parts }: NotifiedEvent): string =>
  [type, subject, of, sequence, ...(parts === undefined ? [] : [parts.join(',')])].join(' ')

/** DynamoDB's sets are JavaScript's; anything else stays as it is and cannot be read. */
const withArrays = (item: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(item).map(([name, value]) => [name, value instanceof Set ? [...value] : value]),
  )

/** Schema 1 kept by rule which types were notified; whatever comes now came after all of that. */
const fromRule = ({ rule, types, ...rest }: Record<string, unknown>): Record<string, unknown> => ({
  ...rest,
  who: { kind: 'rule', rule },
  events: types,
})

export const notificationCodec = codec(
  'who was notified of a record',
  NotificationRecord,
  [(item) => item, fromRule],
  withArrays,
)
