import { expect, test } from 'vitest'
import { readApiRoutes } from '../../lib/read-api/routes.ts'
import { resources, settingsOf, templateOf, theResource } from './environment.ts'

const template = templateOf({ aws: { readApi: { requestsPerSecond: 5 } } })
const propertiesOf = (type: string) => theResource(template, type).Properties

test('nothing of a read API is deployed where the settings have none', () => {
  expect(JSON.stringify(templateOf().toJSON())).not.toMatch(/read-api|ApiGateway|ReadApi/)
})

test('every route is there, and none that IAM does not guard', () => {
  const routes = Object.values(resources(template, 'AWS::ApiGatewayV2::Route')).map(
    ({ Properties }) => Properties,
  )
  expect(routes.map(({ RouteKey }) => RouteKey).toSorted()).toEqual(readApiRoutes.toSorted())
  for (const { AuthorizationType } of routes) expect(AuthorizationType).toBe('AWS_IAM')
})

test('requests are throttled for all callers together', () => {
  expect(propertiesOf('AWS::ApiGatewayV2::Stage')).toMatchObject({
    StageName: '$default',
    DefaultRouteSettings: { ThrottlingRateLimit: 5, ThrottlingBurstLimit: 20 },
  })
})

test('the access log is kept with the key of the environment, and says neither whom nor who', () => {
  const { AccessLogSettings } = propertiesOf('AWS::ApiGatewayV2::Stage') as {
    AccessLogSettings: { Format: string }
  }
  expect(AccessLogSettings.Format).toContain('$context.routeKey')
  expect(AccessLogSettings.Format).not.toMatch(/path|identity|query|authorizer|error\.message/i)
  const { Properties } = theResource(template, 'AWS::Logs::LogGroup', 'AccessLogs')
  expect(Properties).toMatchObject({
    LogGroupName: '/attendance/test/read-api-access',
    KmsKeyId: { 'Fn::GetAtt': ['EnvironmentKey', 'Arn'] },
    RetentionInDays: 30,
  })
})

test('only the API may start the function, and the version that is live', () => {
  const allowed = Object.values(resources(template, 'AWS::Lambda::Permission')).map(
    ({ Properties }) => Properties,
  )
  const byApi = allowed.filter(({ Principal }) => Principal === 'apigateway.amazonaws.com')
  expect(byApi).toHaveLength(readApiRoutes.length)
  for (const { FunctionName, SourceArn } of byApi) {
    expect(JSON.stringify(FunctionName)).toContain('Aliaslive')
    expect(JSON.stringify(SourceArn)).toMatch(/execute-api.*\/(events|presence|employees\/{id})"/)
  }
})

test('its URL is an output and a parameter', () => {
  const { Value } = theResource(template, 'AWS::SSM::Parameter', 'ReadApiUrl').Properties
  expect(JSON.stringify(Value)).toContain('ApiEndpoint')
  expect(template.findOutputs('ReadApiUrl')['ReadApiUrl']?.['Value']).toEqual(Value)
})

test('the limits have defaults', () => {
  expect(settingsOf({ aws: { readApi: {} } }).aws.readApi).toEqual({
    requestsPerSecond: 10,
    burst: 20,
  })
})
