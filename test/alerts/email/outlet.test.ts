import { SNSClient } from '@aws-sdk/client-sns'
import { expect, test } from 'vitest'
import { emailOutlet } from '../../../lib/alerts/email/outlet.ts'
import { mailThroughSns } from '../../../lib/alerts/email/sns.ts'
import { english } from '../../../lib/alerts/wording/en.ts'

test('an audience that the settings do not have is none, whatever it is called', async () => {
  const outlet = emailOutlet(
    mailThroughSns(new SNSClient({ region: 'eu-west-1' }), {}),
    'Harbour',
    english,
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
