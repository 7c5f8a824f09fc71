/**
 * AWS list prices, in US dollars without tax: the one table that bills are made from. Free
 * tiers and discounts are left out. They change: look at the date, and at AWS's pricing pages.
 */
export const prices = {
  region: 'eu-west-1',
  asOf: '2025-06-01',
  perUnit: {
    'Lambda, arm64, GB-second': 0.0000133334,
    'Lambda, request': 0.2e-6,
    'DynamoDB, read request unit': 0.1415e-6,
    'DynamoDB, write request unit': 0.705e-6,
    'DynamoDB, GB-month stored': 0.283,
    'DynamoDB, GB-month of point-in-time recovery': 0.22,
    'SNS, publish': 0.5e-6,
    'SNS, mail': 20e-6,
    'SNS FIFO, publish': 0.3e-6,
    'SES, mail': 100e-6,
    'EventBridge, event put': 1e-6,
    'SQS, request': 0.4e-6,
    'EventBridge Scheduler, invocation': 1e-6,
    'API Gateway, HTTP request': 1.11e-6,
    'Secrets Manager, secret-month': 0.4,
    'Secrets Manager, request': 5e-6,
    'KMS, key-month': 1,
    'KMS, request': 3e-6,
    'CloudWatch, custom metric-month': 0.3,
    'CloudWatch, alarm-month': 0.1,
    'CloudWatch, dashboard-month': 3,
    'CloudWatch Logs, GB taken in': 0.57,
    'CloudWatch Logs, GB-month stored': 0.03,
    'AWS Budgets, budget that only tells': 0,
    'CodeDeploy, shift of a function': 0,
  },
} as const

/** What is paid for, and by which unit. */
export type Priced = keyof (typeof prices)['perUnit']
