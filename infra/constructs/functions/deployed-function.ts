import { fileURLToPath } from 'node:url'
import { Duration } from 'aws-cdk-lib'
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import {
  type Alias,
  ApplicationLogLevel,
  Architecture,
  type EventInvokeConfigOptions,
  LoggingFormat,
  Runtime,
  SystemLogLevel,
} from 'aws-cdk-lib/aws-lambda'
import { NodejsFunction } from 'aws-cdk-lib/aws-lambda-nodejs'
import type { LogGroup } from 'aws-cdk-lib/aws-logs'
import type { IQueue } from 'aws-cdk-lib/aws-sqs'
import { Construct } from 'constructs'
import { acknowledge } from '../../acknowledge.ts'
import { bundling, nodeVariables } from '../../bundling.ts'
import { liveAlias } from '../../names.ts'
import { type FunctionAlarms, functionAlarms } from '../alarms/function-alarms.ts'
import type { Alerting } from '../alarms/operations-alarm.ts'
import { keptLogs, type LogKeeping } from './kept-logs.ts'

/** What becomes of a scheduled run that fails. */
type Scheduled = {
  /** How often it is tried again: a minute later, then two. */
  retries: number
  /** From this on after its time, it is not run: the next one is due, or it is old news. */
  goodForSeconds: number
  /** Where it goes that failed for good, unless the next run makes up for it. */
  deadLetters?: IQueue
}

export type FunctionProps = {
  /** Its file in functions/, and its name within the environment. */
  name: string
  description: string
  memoryMegabytes: number
  timeoutSeconds: number
  /** Exactly what the function's own schema wants. */
  variables: Record<string, string | undefined>
  /** None where the function reads a queue, or somebody starts it and waits. */
  scheduled?: Scheduled
  /** Whether one failed run is told: the next is an hour or a day away. Else it takes some. */
  doesOneFailureCount?: boolean
  logs: LogKeeping
  /** What it means for people that it does not run, or fails. */
  withoutIt: string
}

/** Lambda keeps a run that it could not start, or that failed, for no longer. */
const longestEventAgeSeconds = 6 * 3_600

const root = fileURLToPath(new URL('../../../', import.meta.url))

const given = (variables: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(variables).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    ),
  )

const whyNoDestination =
  'The next run makes up for a failed one, and the log has its error. A message that nobody needs would keep an alarm up until somebody deleted it.'

const whyNoDeadLetterQueue = ({ scheduled }: FunctionProps): string => {
  if (scheduled === undefined)
    return 'It is only started by its queue, which has a dead-letter queue, or by somebody who waits for its answer; the one of a function is for asynchronous runs.'
  return scheduled.deadLetters === undefined
    ? whyNoDestination
    : 'Failed runs go to its on-failure destination, which also carries the error; the dead-letter queue of a function would hold a second copy.'
}

/** A function with its live alias, its role, its log group, and its alarms. */
export class DeployedFunction extends Construct {
  /** Its code and settings as last deployed; nothing starts it but by way of `live`. */
  readonly function: NodejsFunction
  /** The version that runs. */
  readonly live: Alias
  readonly role: Role
  readonly alarms: FunctionAlarms

  constructor(scope: Construct, id: string, alerting: Alerting, props: FunctionProps) {
    super(scope, id)
    const { name } = props
    const logGroup = keptLogs(this, 'Logs', alerting.names.logGroup(name), props.logs)
    this.role = this.#role(logGroup)
    this.function = new NodejsFunction(this, 'Function', {
      functionName: alerting.names.named(name),
      description: props.description,
      entry: `${root}functions/${name}.ts`,
      projectRoot: root,
      depsLockFilePath: `${root}package-lock.json`,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      memorySize: props.memoryMegabytes,
      timeout: Duration.seconds(props.timeoutSeconds),
      environment: { ...given(props.variables), ...nodeVariables },
      awsSdkConnectionReuse: false,
      role: this.role,
      logGroup,
      loggingFormat: LoggingFormat.JSON,
      applicationLogLevelV2: ApplicationLogLevel.INFO,
      systemLogLevelV2: SystemLogLevel.WARN,
      bundling,
    })
    this.live = this.function.addAlias(
      liveAlias,
      props.scheduled && this.#asynchronous(props.scheduled),
    )
    acknowledge(this.function, 'Serverless-LambdaDLQ', whyNoDeadLetterQueue(props))
    acknowledge(
      this.function,
      'Serverless-LambdaTracing',
      'Segments alone say no more than the metrics; those of the calls would take the bundles ' +
        'over their limit: docs/decisions/traces.md has the figures.',
    )
    if (props.scheduled !== undefined && props.scheduled.deadLetters === undefined)
      acknowledge(this.live, 'Serverless-LambdaAsyncFailureDestination', whyNoDestination)
    this.alarms = functionAlarms(this, alerting, this.function, props)
  }

  /** The alias by name, for those that the alias itself waits for. */
  get liveArn(): string {
    return `${this.function.functionArn}:${liveAlias}`
  }

  /** Allows exact actions on exact resources. */
  allow(actions: string[], ...resources: string[]): void {
    this.role.addToPolicy(new PolicyStatement({ actions, resources }))
  }

  #asynchronous(scheduled: Scheduled): EventInvokeConfigOptions {
    const { retries, goodForSeconds, deadLetters } = scheduled
    const runs = {
      retryAttempts: retries,
      maxEventAge: Duration.seconds(Math.min(goodForSeconds, longestEventAgeSeconds)),
    }
    if (deadLetters === undefined) return runs
    this.allow(['sqs:SendMessage'], deadLetters.queueArn)
    // CDK's own SqsDestination would allow more than sending.
    return {
      ...runs,
      onFailure: { bind: () => ({ destination: deadLetters.queueArn }) },
    }
  }

  #role(logGroup: LogGroup): Role {
    const role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') })
    role.addToPolicy(
      new PolicyStatement({
        actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
        resources: [logGroup.logGroupArn],
      }),
    )
    return role
  }
}
