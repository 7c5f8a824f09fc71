import * as z from 'zod'
import { codec } from '../schema.ts'

/** A destination, and how it was told something. */
const Told = z.object({
  kind: z.literal('destination'),
  /** `slack:office`. */
  destination: z.string(),
  /** How much of an absence it was told. */
  show: z.enum(['opaque', 'category', 'full']),
  /** Told because of the type of an absence: of any other it would not have been. */
  isByType: z.boolean(),
})

/**
 * An event that somebody was told: its type, the employee, the clocking or absence, and its number among
 * the employee's; a record may move from one employee to another, and a break to another clocking.
 * Where schema 1 did not know, they are empty.
 */
const ToldEvent = z.string().transform((text) => {
  const [type = '', subject = '', of = '', sequence = ''] = text.split(' ')
  return { type, subject, of, sequence }
})
export type ToldEvent = z.infer<typeof ToldEvent>

/** Whoever was told something of a record, and of which events. */
export const ToldRecord = z.object({
  who: z.discriminatedUnion('kind', [
    Told,
    /** As schema 1 knew it, which destinations and how is told by the rule of that name. */
    z.object({ kind: z.literal('rule'), rule: z.string() }),
  ]),
  events: z.array(ToldEvent),
})
export type ToldRecord = z.infer<typeof ToldRecord>

/** As an item keeps it: `clocked-in <id> <id> 00000000000000000002`. */
export const toldEventText = ({ type, subject, of, sequence }: ToldEvent): string =>
  [type, subject, of, sequence].join(' ')

/** DynamoDB's sets are JavaScript's; anything else stays as it is and cannot be read. */
const withArrays = (item: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(item).map(([name, value]) => [name, value instanceof Set ? [...value] : value]),
  )

/** Schema 1 kept by rule of which types it told; whatever comes now came after all of that. */
const fromRule = ({ rule, types, ...rest }: Record<string, unknown>): Record<string, unknown> => ({
  ...rest,
  who: { kind: 'rule', rule },
  events: types,
})

export const toldCodec = codec(
  'who was told of a record',
  ToldRecord,
  [(item) => item, fromRule],
  withArrays,
)
