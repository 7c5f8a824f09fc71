import type { Variables } from '../platform/environment.ts'
import type { DeliverWebhookEnvironment } from '../webhooks/environment.ts'
import { rulesOf, type Settings } from './settings.ts'

/** The names of what the function works on. */
export type WebhookResources = {
  deliveriesTable: string
  webhooksSecret: string
  /** The URL of an endpoint's queue without the endpoint's name. */
  queueUrlPrefix: string
}

/** The variables of `deliver-webhook`, for the deployed stack and for the local run alike. */
export const webhookEnvironmentOf = (
  settings: Settings,
  resources: WebhookResources,
  loopback: 'allowed' | 'refused' = 'refused',
): Variables<typeof DeliverWebhookEnvironment> => ({
  ENVIRONMENT: settings.name,
  DELIVERIES_TABLE: resources.deliveriesTable,
  WEBHOOKS_SECRET: resources.webhooksSecret,
  WEBHOOKS: JSON.stringify(settings.webhooks),
  QUEUE_URL_PREFIX: resources.queueUrlPrefix,
  TIME_ZONE: settings.workday.timeZone,
  SOURCE: rulesOf(settings).source,
  LOOPBACK: loopback,
})
