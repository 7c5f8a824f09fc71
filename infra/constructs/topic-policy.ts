import {
  AccountPrincipal,
  AnyPrincipal,
  Effect,
  type IRole,
  PolicyStatement,
} from 'aws-cdk-lib/aws-iam'
import type { Topic } from 'aws-cdk-lib/aws-sns'

/** Messages to HTTPS endpoints are signed with SHA-256; SNS's default is still SHA-1. */
export const signatureVersion = '2'

/**
 * Denies publishing to everyone but some roles. What IAM allows somebody in the account, an
 * administrator even, does not count against it; nor does a service's own right.
 */
export const onlyPublishedBy = (topic: Topic, roles: readonly IRole[]): void => {
  topic.addToResourcePolicy(
    new PolicyStatement({
      sid: 'OnlyOurOwnRolesPublish',
      effect: Effect.DENY,
      principals: [new AnyPrincipal()],
      actions: ['sns:Publish'],
      resources: [topic.topicArn],
      conditions: { ArnNotEquals: { 'aws:PrincipalArn': roles.map(({ roleArn }) => roleArn) } },
    }),
  )
}

/**
 * Lets other accounts subscribe, by some protocols. Within the account, its own IAM policies
 * decide.
 */
export const letSubscribe = (
  topic: Topic,
  accounts: readonly string[],
  protocols: readonly string[],
): void => {
  if (accounts.length === 0) return
  const principals = accounts.map((account) => new AccountPrincipal(account))
  topic.addToResourcePolicy(
    new PolicyStatement({
      sid: 'SubscriberAccounts',
      principals,
      actions: ['sns:Subscribe'],
      resources: [topic.topicArn],
      conditions: { StringEquals: { 'sns:Protocol': protocols } },
    }),
  )
  topic.addToResourcePolicy(
    new PolicyStatement({
      sid: 'SubscriberAccountsLook',
      principals,
      actions: ['sns:GetTopicAttributes'],
      resources: [topic.topicArn],
    }),
  )
}
