import {
  Alarm,
  ComparisonOperator,
  type IMetric,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch'
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions'
import type { ITopic } from 'aws-cdk-lib/aws-sns'
import { Construct } from 'constructs'
import type { Names } from '../../names.ts'

/** What every alarm needs to be named, to be heard, and to say where to read on. */
export type Alerting = {
  names: Names
  operations: ITopic
  runbookUrl: string
  /** Whether nothing runs: silence is then as it should be, and tells nobody. */
  isStopped: boolean
}

export type AlarmProps = {
  /** Its name within the environment, and the part of its runbook section's anchor. */
  name: string
  /** The section's name in docs/operations.md, if it is not the alarm's own. */
  section?: string
  /** What its firing means for people. */
  meaning: string
  metric: IMetric
  /** Where it fires. */
  limit: { above: number } | { below: number }
  /** So many of the last `of` periods must be above. */
  periods?: number
  of?: number
  /** Whether silence is a failure; default: it is not. */
  isSilenceBad?: boolean
}

/** An alarm that says what it means for people, and where to read what to do. */
export class OperationsAlarm extends Construct {
  readonly alarm: Alarm

  constructor(scope: Construct, id: string, alerting: Alerting, props: AlarmProps) {
    super(scope, id)
    const { names, operations, runbookUrl } = alerting
    const { name, section = name, meaning, limit, periods = 1, of = periods } = props
    this.alarm = new Alarm(this, 'Alarm', {
      alarmName: names.named(name),
      alarmDescription: `${meaning} What to do: ${runbookUrl}#alarm-${section}`,
      metric: props.metric,
      threshold: 'above' in limit ? limit.above : limit.below,
      comparisonOperator:
        'above' in limit
          ? ComparisonOperator.GREATER_THAN_THRESHOLD
          : ComparisonOperator.LESS_THAN_THRESHOLD,
      actionsEnabled: !(props.isSilenceBad && alerting.isStopped),
      evaluationPeriods: of,
      datapointsToAlarm: periods,
      treatMissingData: props.isSilenceBad
        ? TreatMissingData.BREACHING
        : TreatMissingData.NOT_BREACHING,
    })
    const action = new SnsAction(operations)
    this.alarm.addAlarmAction(action)
    this.alarm.addOkAction(action)
  }
}
