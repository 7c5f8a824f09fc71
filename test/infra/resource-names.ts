import type { Template } from 'aws-cdk-lib/assertions'

/** How long AWS lets names be, in characters, by type of resource and its property. */
const longest: Record<string, [string, number]> = {
  'AWS::CloudWatch::Alarm': ['AlarmName', 255],
  'AWS::CloudWatch::Dashboard': ['DashboardName', 255],
  'AWS::DynamoDB::Table': ['TableName', 255],
  'AWS::IAM::Role': ['RoleName', 64],
  'AWS::KMS::Alias': ['AliasName', 256],
  'AWS::Lambda::Function': ['FunctionName', 64],
  'AWS::Logs::LogGroup': ['LogGroupName', 512],
  'AWS::Scheduler::Schedule': ['Name', 64],
  'AWS::Scheduler::ScheduleGroup': ['Name', 64],
  'AWS::SNS::Topic': ['TopicName', 256],
  'AWS::SQS::Queue': ['QueueName', 80],
  'AWS::SSM::Parameter': ['Name', 1_011],
  'AWS::SecretsManager::Secret': ['Name', 512],
}

/** The resources of a template that have a name of their own, and how long it may be. */
export const namedResources = (
  template: Template,
): { Type: string; name: string; limit: number }[] => {
  const all = template.toJSON()['Resources'] as Record<
    string,
    { Type: string; Properties?: Record<string, unknown> }
  >
  return Object.values(all).flatMap(({ Type, Properties = {} }) => {
    const [property, limit] = longest[Type] ?? ['', 0]
    const name = Properties[property]
    return typeof name === 'string' ? [{ Type, name, limit }] : []
  })
}
