import { expect, test } from 'vitest'
import { resources, settingsOf, templateOf, theResource } from './environment.ts'

const watched = templateOf({ operations: { monthlyBudgetUsd: 75 }, aws: { region: 'eu-west-1' } })

test('there is a budget where the settings have a sum, and only there', () => {
  expect(resources(templateOf(), 'AWS::Budgets::Budget')).toEqual({})
  expect(() => settingsOf({ operations: { monthlyBudgetUsd: 0 } })).toThrow()
  const { Properties } = theResource(watched, 'AWS::Budgets::Budget')
  expect(Properties['Budget']).toEqual({
    BudgetName: 'attendance-test-eu-west-1',
    BudgetType: 'COST',
    TimeUnit: 'MONTHLY',
    BudgetLimit: { Amount: 75, Unit: 'USD' },
  })
})

test('it tells operations when the sum is forecast to be passed, and when it has been', () => {
  const { Properties, DependsOn } = theResource(watched, 'AWS::Budgets::Budget')
  const operations = [{ SubscriptionType: 'SNS', Address: { Ref: 'OperationsTopic' } }]
  expect(Properties['NotificationsWithSubscribers']).toEqual(
    ['FORECASTED', 'ACTUAL'].map((NotificationType) => ({
      Notification: {
        NotificationType,
        ComparisonOperator: 'GREATER_THAN',
        Threshold: 100,
        ThresholdType: 'PERCENTAGE',
      },
      Subscribers: operations,
    })),
  )
  expect(DependsOn).toEqual([expect.stringContaining('OperationsTopicPolicy')])
})

test('only budgets of the account itself may write to operations', () => {
  const { Properties } = theResource(watched, 'AWS::SNS::TopicPolicy', 'OperationsTopicPolicy')
  const { Statement } = Properties['PolicyDocument'] as { Statement: Record<string, unknown>[] }
  expect(Statement.find(({ Sid }) => Sid === 'BudgetsMayPublish')).toMatchObject({
    Effect: 'Allow',
    Action: 'sns:Publish',
    Principal: { Service: 'budgets.amazonaws.com' },
    Resource: { Ref: 'OperationsTopic' },
    Condition: {
      ArnLike: { 'aws:SourceArn': expect.anything() },
      StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } },
    },
  })
})
