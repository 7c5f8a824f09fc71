import {
  InvalidParameterException,
  type PublishCommand,
  SNSClient,
  ThrottledException,
} from '@aws-sdk/client-sns'
import { expect, test } from 'vitest'
import { emailOutlet } from '../../../lib/alerts/email/outlet.ts'
import { mailThroughSns } from '../../../lib/alerts/email/sns.ts'
import { english } from '../../../lib/alerts/wording/en.ts'

const noWait = async () => undefined

test('an audience that the settings do not have is none, whatever it is called', async () => {
  const outlet = emailOutlet(
    mailThroughSns(new SNSClient({ region: 'eu-west-1' }), {}),
    'Harbour',
    english,
    noWait,
  )
  const message = { headline: ['Hello'], sections: [] }
  const failed = { kind: 'failed', reason: 'no such audience' }
  for (const audience of ['managers', 'constructor', 'tostring']) {
    expect(await outlet.send(audience, { messages: [message], counts: ['x'] }, null)).toEqual(
      failed,
    )
    expect(await outlet.sendWhole(audience, message)).toEqual(failed)
  }
})

test('a mail whose subject SNS does not take is sent with one in ASCII', async () => {
  const subjects: (string | undefined)[] = []
  const sns = {
    send: async ({ input }: PublishCommand) => {
      subjects.push(input.Subject)
      if (/[^\x20-\x7e]/.test(input.Subject ?? ''))
        throw new InvalidParameterException({ message: 'Subject', $metadata: {} })
      return {}
    },
  }
  const outlet = emailOutlet(mailThroughSns(sns, { managers: 'arn' }), 'Harbour', english, noWait)
  const send = (headline: string) =>
    outlet.send(
      'managers',
      { messages: [{ headline: [headline], sections: [] }], counts: ['x'] },
      null,
    )
  expect([await send('結城 由紀 has joined'), await send('Ada has joined')]).toEqual([
    { kind: 'sent' },
    { kind: 'sent' },
  ])
  expect(subjects).toEqual([
    '結城 由紀 has joined - Harbour',
    'x - Harbour',
    'Ada has joined - Harbour',
  ])
})

test('SNS that throttles is asked again soon, for the same mail', async () => {
  const send = async () => {
    throw new ThrottledException({ message: 'Rate exceeded', $metadata: {} })
  }
  const outlet = emailOutlet(
    mailThroughSns({ send }, { managers: 'arn' }),
    'Harbour',
    english,
    noWait,
  )
  const message = { headline: ['Ada has joined'], sections: [] }
  expect(await outlet.send('managers', { messages: [message], counts: ['x'] }, null)).toEqual({
    kind: 'throttled',
    retryAfter: 2_000,
  })
})
