import * as z from 'zod'
import { json, text } from '../platform/environment.ts'
import { isTimeZone } from '../workforce/reading.ts'
import { Webhook } from './webhook-settings.ts'

/** In the local run an endpoint may be on this machine, with or without TLS. */
const Endpoint = Webhook.extend({ url: z.url() })

/** The variables of `deliver-webhook`. */
export const DeliverWebhookEnvironment = z.object({
  ENVIRONMENT: text,
  DELIVERIES_TABLE: text,
  WEBHOOKS_SECRET: text,
  WEBHOOKS: json.pipe(z.array(Endpoint)),
  /** The URL of an endpoint's queue is this and its name; that of its dead letters ends in `-dead-letters`. */
  QUEUE_URL_PREFIX: z.url(),
  /** The zone of events that carry none of their own. */
  TIME_ZONE: text.refine(isTimeZone, 'must be an IANA time zone'),
  /** What `source` says in test events. */
  SOURCE: text,
  /** Where it is `allowed`, endpoints may be on this machine: in the local run alone. */
  LOOPBACK: z.enum(['allowed', 'refused']),
})
export type DeliverWebhookEnvironment = z.infer<typeof DeliverWebhookEnvironment>
