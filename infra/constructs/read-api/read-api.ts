import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway'
import {
  HttpApi,
  HttpMethod,
  HttpStage,
  LogGroupLogDestination,
} from 'aws-cdk-lib/aws-apigatewayv2'
import { HttpIamAuthorizer } from 'aws-cdk-lib/aws-apigatewayv2-authorizers'
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations'
import type { Table } from 'aws-cdk-lib/aws-dynamodb'
import type { IKey } from 'aws-cdk-lib/aws-kms'
import type { IFunction } from 'aws-cdk-lib/aws-lambda'
import { Construct } from 'constructs'
import { readApiRoutes, readApiTimeoutSeconds } from '../../../lib/read-api/routes.ts'
import { readApiEnvironmentOf } from '../../../lib/settings/read-api-variables.ts'
import type { Settings } from '../../../lib/settings/settings.ts'
import type { Alerting } from '../alarms/operations-alarm.ts'
import { DeployedFunction } from '../functions/deployed-function.ts'
import { keptLogs, type LogKeeping } from '../functions/kept-logs.ts'
import { toUseTables } from '../key-usage.ts'

export type ReadApiProps = {
  settings: Settings
  /** How much may be asked. */
  limits: NonNullable<Settings['aws']['readApi']>
  table: Table
  eventLog: Table
  key: IKey
  logs: LogKeeping
}

/** What is logged of each request: what it was about, or for whom, would say who is asked about. */
const accessLog = {
  requestTime: '$context.requestTime',
  requestId: '$context.requestId',
  route: '$context.routeKey',
  status: '$context.status',
  milliseconds: '$context.responseLatency',
  bytes: '$context.responseLength',
  error: '$context.error.responseType',
}

/** An HTTP API for reading, for whoever IAM lets call it. */
export class ReadApi extends Construct {
  readonly readApi: DeployedFunction
  readonly stage: HttpStage
  /** Where it is. */
  readonly url: string

  constructor(scope: Construct, id: string, alerting: Alerting, props: ReadApiProps) {
    super(scope, id)
    this.readApi = this.#function(alerting, props)
    const api = new HttpApi(this, 'Api', {
      apiName: alerting.names.named('read-api'),
      description: 'What was published, who is in, and what is known of somebody',
      createDefaultStage: false,
      defaultAuthorizer: new HttpIamAuthorizer(),
    })
    // An alias is a function, but for how CDK's types write that it may have no role.
    const live = this.readApi.live as IFunction
    const integration = new HttpLambdaIntegration('Function', live)
    for (const route of readApiRoutes)
      api.addRoutes({ path: route.replace('GET ', ''), methods: [HttpMethod.GET], integration })
    const { requestsPerSecond, burst } = props.limits
    this.stage = new HttpStage(this, 'Stage', {
      httpApi: api,
      stageName: '$default',
      autoDeploy: true,
      throttle: { rateLimit: requestsPerSecond, burstLimit: burst },
      accessLogSettings: {
        destination: new LogGroupLogDestination(
          keptLogs(this, 'AccessLogs', alerting.names.logGroup('read-api-access'), props.logs),
        ),
        format: AccessLogFormat.custom(JSON.stringify(accessLog)),
      },
    })
    this.url = api.apiEndpoint
  }

  #function(
    alerting: Alerting,
    { settings, table, eventLog, key, logs }: ReadApiProps,
  ): DeployedFunction {
    const readApi = new DeployedFunction(this, 'ReadApi', alerting, {
      logs,
      name: 'read-api',
      description: 'Answers what was published, who is in, and what is known of somebody',
      // Everybody is read at once, and somebody waits for it.
      memoryMegabytes: 1_769,
      timeoutSeconds: readApiTimeoutSeconds,
      variables: readApiEnvironmentOf(settings, {
        tableName: table.tableName,
        eventsTable: eventLog.tableName,
      }),
      withoutIt: 'systems that pull events, or ask who is in, learn nothing.',
    })
    readApi.allow(['dynamodb:BatchGetItem'], table.tableArn)
    readApi.allow(['dynamodb:Query'], table.tableArn, eventLog.tableArn)
    // A cursor is one of a table: one that was restored is another.
    readApi.allow(['dynamodb:DescribeTable'], eventLog.tableArn)
    readApi.allow(toUseTables, key.keyArn)
    return readApi
  }
}
