import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { SESv2Client } from '@aws-sdk/client-sesv2'
import { SNSClient } from '@aws-sdk/client-sns'
import { awsClientConfig } from '../platform/aws.ts'
import { systemClock } from '../platform/clock.ts'
import type { Telemetry } from '../platform/lambda.ts'
import { channelDimension, destinationDimension } from '../platform/metric-names.ts'
import { createDeliveryStore } from '../store/deliveries/delivery-store.ts'
import { documentClient } from '../store/document-client.ts'
import { emailOutlet, type SendMail } from './email/outlet.ts'
import { mailThroughSes } from './email/ses.ts'
import { mailThroughSns } from './email/sns.ts'
import type { SendAlertsEnvironment } from './environment.ts'
import type { TurnPorts } from './sending/turn.ts'
import { addressesFrom } from './slack/addresses.ts'
import { slackOutlet } from './slack/outlet.ts'
import { postToSlack } from './slack/webhook.ts'
import type { AlertWording } from './wording/wording.ts'

type Sending = Pick<
  SendAlertsEnvironment,
  | 'DELIVERIES_TABLE'
  | 'SLACK_SECRET'
  | 'AUDIENCE_TOPICS'
  | 'ORGANISATION'
  | 'MAIL_FROM'
  | 'AUDIENCE_ADDRESSES'
>

/** Through SES where the settings name a sender, else through SNS. */
const mailOf = (environment: Sending, { logger, meter }: Telemetry): SendMail => {
  const { MAIL_FROM: from, ORGANISATION, AUDIENCE_ADDRESSES, AUDIENCE_TOPICS } = environment
  return from === ''
    ? mailThroughSns(new SNSClient(awsClientConfig), AUDIENCE_TOPICS)
    : mailThroughSes(
        {
          ses: new SESv2Client(awsClientConfig),
          now: systemClock.now,
          onRefusedAddresses: (audience, count, reason) => {
            meter.addBy('AlertsRefused', destinationDimension, 'email', count)
            logger.error('Addresses of an audience were refused', { audience, count, reason })
          },
        },
        from,
        ORGANISATION,
        AUDIENCE_ADDRESSES,
      )
}

const sleep = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds))

/** How deliveries are reported to operators: by the names of destinations, never what was said. */
const reporting = ({ logger, meter }: Telemetry) =>
  ({
    onSent: ({ kind }) => meter.addBy('AlertsSent', destinationDimension, kind, 1),
    onFailed: ({ kind, name }, reason) => {
      meter.addBy('AlertsFailed', destinationDimension, kind, 1)
      logger.error('A destination did not take a message', { kind, destination: name, reason })
    },
    onGone: ({ kind, name }, reason) => {
      meter.addBy('AlertsFailed', destinationDimension, kind, 1)
      meter.addBy('AlertChannelGone', channelDimension, name, 1)
      logger.error('The URL of a Slack channel is gone', { channel: name, reason })
    },
    onRefused: ({ kind, name }, reason) => {
      meter.addBy('AlertsRefused', destinationDimension, kind, 1)
      logger.error('A destination refused a message', { kind, destination: name, reason })
    },
  }) satisfies Partial<TurnPorts>

/** What waits and cannot be read stays where it is; that it does is logged and counted. */
const reportingUnreadable =
  ({ logger, meter }: Telemetry) =>
  (destination: string, count: number): void => {
    meter.add('StateUnreadable', count)
    logger.error('What waits for a destination cannot be read', { destination, count })
  }

/** The ports through which both functions reach people. */
export const connectDeliveries = (
  environment: Sending,
  wording: AlertWording,
  telemetry: Telemetry,
): TurnPorts => ({
  deliveries: createDeliveryStore(
    documentClient(new DynamoDBClient(awsClientConfig)),
    environment.DELIVERIES_TABLE,
    systemClock.now,
    reportingUnreadable(telemetry),
  ),
  outlets: {
    slack: slackOutlet(
      { addressOf: addressesFrom(environment.SLACK_SECRET), post: postToSlack, sleep },
      wording,
    ),
    email: emailOutlet(mailOf(environment, telemetry), environment.ORGANISATION, wording, sleep),
  },
  machineNow: systemClock.now,
  sleep,
  ...reporting(telemetry),
})
