import { expect, test } from 'vitest'
import { resources, templateOf, theResource } from './environment.ts'

type Statement = { Action: string | string[]; Resource: unknown }

test.each([
  ['people', /:event-bus\/people/],
  ['arn:aws:events:eu-west-1:123456789012:event-bus/shared', /123456789012:event-bus\/shared/],
])('publishers may put events on the bus %s alone', (eventBus, arn) => {
  const withBus = templateOf({ aws: { eventBus } })
  for (const role of ['PollShard', 'RefreshRoster']) {
    const { Properties } = theResource(withBus, 'AWS::IAM::Policy', role)
    const { Statement } = Properties['PolicyDocument'] as { Statement: Statement[] }
    const puts = Statement.filter(({ Action }) => Action === 'events:PutEvents')
    expect(puts).toHaveLength(1)
    expect(JSON.stringify(puts[0]?.Resource)).toMatch(arn)
  }
  const others = resources(withBus, 'AWS::IAM::Policy')
  expect(JSON.stringify(others).match(/events:PutEvents/g)).toHaveLength(2)
})
