import { Stack } from 'aws-cdk-lib'
import { CfnBudget } from 'aws-cdk-lib/aws-budgets'
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import type { Topic } from 'aws-cdk-lib/aws-sns'
import { Construct } from 'constructs'
import type { Names } from '../../names.ts'

/**
 * Tells operations when the account's bill of a month is forecast to pass a sum, and when it has.
 * Of the account and not of our tags, which see nothing until somebody activates them:
 * docs/decisions/budget.md.
 */
export class MonthlyBudget extends Construct {
  constructor(scope: Construct, id: string, names: Names, operations: Topic, usd: number) {
    super(scope, id)
    const { account, region } = Stack.of(this)
    const permission = operations.addToResourcePolicy(
      new PolicyStatement({
        sid: 'BudgetsMayPublish',
        principals: [new ServicePrincipal('budgets.amazonaws.com')],
        actions: ['sns:Publish'],
        resources: [operations.topicArn],
        conditions: {
          ArnLike: { 'aws:SourceArn': Stack.of(this).formatArn(budgetsOf) },
          StringEquals: { 'aws:SourceAccount': account },
        },
      }),
    )
    const budget = new CfnBudget(this, 'Budget', {
      budget: {
        // Budgets know no regions, and an environment may be in more than one.
        budgetName: names.named(region),
        budgetType: 'COST',
        timeUnit: 'MONTHLY',
        budgetLimit: { amount: usd, unit: 'USD' },
      },
      notificationsWithSubscribers: ['FORECASTED', 'ACTUAL'].map((notificationType) => ({
        notification: {
          notificationType,
          comparisonOperator: 'GREATER_THAN',
          threshold: 100,
          thresholdType: 'PERCENTAGE',
        },
        subscribers: [{ subscriptionType: 'SNS', address: operations.topicArn }],
      })),
    })
    // AWS Budgets checks that it may publish.
    if (permission.policyDependable) budget.node.addDependency(permission.policyDependable)
  }
}

/** Every budget of the account. */
const budgetsOf = { service: 'budgets', region: '', resource: '*' }
