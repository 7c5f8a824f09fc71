import { SQSClient } from '@aws-sdk/client-sqs'
import type { Sent } from '../../lib/alerts/digests/at-once.ts'
import { sendDigestFunction } from '../../lib/alerts/digests/send-digest-function.ts'
import { SendAlertsEnvironment, SendDigestEnvironment } from '../../lib/alerts/environment.ts'
import { alertQueue, alertTimeoutSeconds, sendersFor } from '../../lib/alerts/queues.ts'
import { wakesThrough } from '../../lib/alerts/receiving/wakes.ts'
import { destinationKey, destinationsOf } from '../../lib/alerts/rules/destinations.ts'
import { sendAlertsFunction } from '../../lib/alerts/send-alerts-function.ts'
import { type Clock, machineMilliseconds } from '../../lib/platform/clock.ts'
import { readEnvironment } from '../../lib/platform/environment.ts'
import { alertEnvironmentsOf } from '../../lib/settings/alert-variables.ts'
import type { Settings } from '../../lib/settings/settings.ts'
import type { LocalResources } from '../aws/resources.ts'
import type { Endpoints } from '../aws/start.ts'
import { startEventSource } from '../lambda/event-source.ts'
import { asynchronousRetries, invoke } from '../lambda/invoke.ts'
import type { Running } from '../lambda/schedule.ts'
import { startDigestSchedule } from './digest-schedule.ts'
import { startMailDesk } from './mail-desk.ts'
import { keepMailsIn } from './mail-folder.ts'
import { createAlertResources, type LocalAlertResources } from './resources.ts'
import { startSesDesk } from './ses-desk.ts'
import { startSlackDesk } from './slack-desk.ts'

export type AlertsOptions = {
  settings: Settings
  resources: LocalResources
  endpoints: Endpoints
  clock: Clock
  /** Webhooks to which messages go instead of being shown, by channel. */
  webhooks: Record<string, string>
  /** Where mails are kept; asked for by the first. */
  mailFolder: () => string
  note: (text: string) => void
  onError: (error: unknown) => void
}

/** SQS gives no more at once. */
const batchSize = Math.min(10, alertQueue.batchSize)

/** More workers than this one machine is not asked for. */
const mostWorkers = 20

const destinationsIn = ({ slack, audiences }: Settings): number =>
  slack.channels.length + Object.keys(audiences).length

/** The two functions as the deployed stack has them; locally nothing waits for a batch to fill. */
const createFunctions = (settings: Settings, resources: LocalAlertResources, clock: Clock) => {
  const environments = alertEnvironmentsOf(settings, resources, 0)
  const sending = readEnvironment(SendAlertsEnvironment, environments.sendAlerts)
  const digesting = readEnvironment(SendDigestEnvironment, environments.sendDigest)
  return {
    sendAlerts: {
      name: 'send-alerts',
      timeoutSeconds: alertTimeoutSeconds.sendAlerts,
      handler: sendAlertsFunction(sending, clock),
    },
    sendDigest: {
      name: 'send-digest',
      timeoutSeconds: alertTimeoutSeconds.sendDigest,
      handler: sendDigestFunction(digesting, clock),
    },
  }
}

/** What still waited when an earlier run in the same folder ended has nobody else to wake it. */
const wakeAll = async ({ alerts }: Settings, { alertQueueUrl }: LocalAlertResources) => {
  const wake = wakesThrough(new SQSClient(), alertQueueUrl, Date.now)
  const destinations = new Set(alerts.flatMap(destinationsOf).map(destinationKey))
  for (const destination of destinations) await wake(destination, Date.now())
}

/** Alerts that run, and what may be asked of them. */
export type RunningAlerts = Running & {
  /** Sends a roll call to where the settings want it. @returns its lines, unless a channel showed them here */
  rollCall: () => Promise<string[]>
  /** Sends every destination a message that says no more than that it arrives. @returns what became of it */
  test: () => Promise<string[]>
}

const sentLine = ({ destination, outcome, reason }: Sent): string =>
  `${destination}: ${outcome}${reason === undefined ? '' : ` (${reason})`}`

/** Runs alerts and digests: shown as they would look, or posted where a webhook was given. */
export const startAlerts = async (options: AlertsOptions): Promise<RunningAlerts> => {
  const { settings, clock, webhooks, mailFolder, note, onError } = options
  const desk = await startSlackDesk(note)
  const keep = keepMailsIn(mailFolder, clock.now, note)
  const sesDesk = await startSesDesk(keep)
  // As with the embedded engines, clients find it by the environment.
  process.env['AWS_ENDPOINT_URL_SESV2'] = sesDesk.url
  const shown = settings.slack.channels.map((channel) => [channel, desk.urlOf(channel)] as const)
  const addresses = { ...Object.fromEntries(shown), ...webhooks }
  const { messaging } = options.endpoints
  const resources = await createAlertResources(options.resources, messaging, settings, addresses)
  const { sendAlerts, sendDigest } = createFunctions(settings, resources, clock)
  await wakeAll(settings, resources)

  const { mailQueueUrl: queueUrl, alertQueueUrl } = resources
  const mails = startMailDesk({ queueUrl, keep, onError })
  const alerts = startEventSource(new SQSClient(), {
    queueUrl: alertQueueUrl,
    batchSize,
    concurrency: Math.min(sendersFor(destinationsIn(settings)), mostWorkers),
    invoke: (event) => invoke(sendAlerts, event),
    onError,
  })
  const digests = startDigestSchedule(
    settings.digests,
    settings.workday.timeZone,
    clock.now,
    ({ name }, scheduledTime) => invoke(sendDigest, { digest: name, scheduledTime }),
    asynchronousRetries.map((wait) => machineMilliseconds(clock, wait)),
    onError,
  )
  const ask = async (request: object) => {
    const answer = await invoke(sendDigest, request)
    if (answer === undefined) return []
    return 'lines' in answer ? answer.lines : answer.sent.map(sentLine)
  }
  const isShown = settings.rollCall.slack.some((channel) => !Object.hasOwn(webhooks, channel))
  return {
    rollCall: async () => {
      const lines = await ask({ rollCall: true })
      return isShown ? [] : lines
    },
    test: () => ask({ test: true }),
    stop: async () => {
      await Promise.all([alerts.stop(), digests.stop(), mails.stop()])
      await Promise.all([desk.close(), sesDesk.close()])
    },
  }
}
