import { serviceName } from '../lib/platform/metric-names.ts'
import { digestScheduleName } from '../lib/settings/checks/name-checks.ts'

/** The alias of every function: whoever starts one starts the version that it points to. */
export const liveAlias = 'live'

/** Where an environment is deployed. */
type Place = { region: string; account: string }

/**
 * The names of an environment's resources. They are fixed, so that policies can name a resource
 * without a circle between stacks of references, and a replacement by mistake fails: the name
 * is taken.
 */
export const namesOf = (environment: string) => {
  const service = serviceName(environment)
  const named = (what: string): string => `${service}-${what}`
  return {
    stack: service,
    /** Of its metrics and logs. */
    service,
    named,
    live: (what: string): string => `${named(what)}:${liveAlias}`,
    table: service,
    topic: named('events'),
    fifoTopic: `${named('events')}.fifo`,
    operationsTopic: named('operations'),
    deliveriesTable: named('deliveries'),
    eventsTable: named('events'),
    digestSchedule: (digest: string): string => digestScheduleName(environment, digest),
    audienceTopic: (audience: string): string => named(`mail-${audience}`),
    slackSecret: `${service}/slack-webhooks`,
    webhooksSecret: `${service}/webhook-signing-keys`,
    credentialsSecret: `${service}/workforce-credentials`,
    logGroup: (what: string): string => `/attendance/${environment}/${what}`,
    /** What SNS calls the log group of a topic's failed deliveries. */
    deliveryFailures: (topic: string, { region, account }: Place): string =>
      `sns/${region}/${account}/${topic}/Failure`,
    parameter: (what: string): string => `/attendance/${environment}/${what}`,
    keyAlias: `alias/${service}`,
  }
}
export type Names = ReturnType<typeof namesOf>
