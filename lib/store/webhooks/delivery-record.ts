import * as z from 'zod'
import type { EpochMs } from '../../attendance/moments.ts'
import { codec } from '../schema.ts'

/** A moment as text that sorts: UTC, always to the millisecond. */
export const sortable = (moment: EpochMs): string => new Date(moment).toISOString()

/** One try to deliver an event. */
export const Try = z.object({
  /** When it began, UTC. */
  at: z.string(),
  milliseconds: z.number(),
  /** The status of the answer; null where there was none. */
  status: z.number().nullable(),
  /** Why it failed, in a few plain words; null where it did not. */
  reason: z.string().nullable(),
})
export type Try = z.infer<typeof Try>

/** What became of an event at an endpoint. */
export const DeliveryRecord = z.object({
  /** The event's id. */
  id: z.string(),
  type: z.string(),
  /** Whom it is about, and its place among their events; both empty where it is about nobody. */
  subject: z.string(),
  sequence: z.string(),
  recordedtime: z.string(),
  state: z.enum(['pending', 'delivered', 'given-up', 'withheld']),
  /** All of the event that the endpoint may be shown, JSON; null once it is not needed any more. */
  event: z.string().nullable(),
  /** When it is tried next, UTC to the millisecond, so that it sorts as text. */
  dueAt: z.string(),
  /** Since when the settings let the endpoint see nothing of it, UTC; not there where they do. */
  withheldSince: z.string().optional(),
  /** For how long it was put off because of earlier ones of its employee, in milliseconds; not there where it never was. */
  waited: z.number().optional(),
  /** How often it was tried since it came, or was moved back from the dead letters. */
  attempts: z.number(),
  tries: z.array(Try),
  /** Whether it is sent again because somebody asked for it. */
  replayed: z.boolean().optional(),
  /** Whether it is of a snapshot, which somebody asked for. */
  snapshot: z.boolean().optional(),
  /** When DynamoDB may drop it, in seconds since 1970: by when it came, however often it is tried. */
  expiry: z.number().optional(),
})
export type DeliveryRecord = z.infer<typeof DeliveryRecord>

/** Whether it tells what was told before, because somebody asked for it: news does not wait for that. */
export const isRepeat = ({
  replayed = false,
  snapshot = false,
}: Pick<DeliveryRecord, 'replayed' | 'snapshot'>): boolean => replayed || snapshot

export const deliveryCodec = codec('a delivery', DeliveryRecord, [(item) => item])
