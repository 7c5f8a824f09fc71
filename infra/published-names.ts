import type { PublishedName } from './constructs/published-names.ts'
import type { Names } from './names.ts'

/** What is known of an environment once it is put together. */
type Made = {
  /** The topic's ARN. */
  topic: string
  fifoTopic: string | undefined
  hasWebhooks: boolean
  /** Where it has a read API, its URL. */
  readApi: string | undefined
  /** The dashboard's URL. */
  dashboard: string
}

/** What other stacks and people look up of an environment. */
export const publishedNames = (names: Names, made: Made): PublishedName[] => [
  {
    output: 'TopicArn',
    parameter: 'topic-arn',
    value: made.topic,
    what: 'The topic of all events',
  },
  ...(made.fifoTopic === undefined
    ? []
    : [
        {
          output: 'FifoTopicArn',
          parameter: 'fifo-topic-arn',
          value: made.fifoTopic,
          what: 'The topic of all events, in order for each employee',
        },
      ]),
  {
    output: 'CredentialsSecretName',
    parameter: 'credentials-secret-name',
    value: names.credentialsSecret,
    what: 'The secret that holds the Workforce API credentials',
  },
  {
    output: 'SlackSecretName',
    parameter: 'slack-secret-name',
    value: names.slackSecret,
    what: 'The secret that holds the webhook URLs of the Slack channels',
  },
  ...(made.hasWebhooks
    ? [
        {
          output: 'WebhooksSecretName',
          parameter: 'webhooks-secret-name',
          value: names.webhooksSecret,
          what: 'The secret that holds the signing keys of the webhooks',
        },
      ]
    : []),
  ...(made.readApi === undefined
    ? []
    : [
        {
          output: 'ReadApiUrl',
          parameter: 'read-api-url',
          value: made.readApi,
          what: 'The read API: /events, /presence, /employees/{id}',
        },
      ]),
  {
    output: 'RollCallFunction',
    parameter: 'roll-call-function',
    value: names.live('send-digest'),
    what: 'The function that takes a roll call when invoked with {"rollCall": true}',
  },
  {
    output: 'DashboardUrl',
    parameter: 'dashboard-url',
    value: made.dashboard,
    what: 'Whether the feed is well, at a glance',
  },
]
