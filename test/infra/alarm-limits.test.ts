import { describe, expect, test } from 'vitest'
import { resources, templateOf, theResource } from './environment.ts'

const alarms = Object.values(resources(templateOf(), 'AWS::CloudWatch::Alarm')).map(
  ({ Properties }) => Properties,
)
const alarmNamed = (name: string) =>
  alarms.find((each) => each['AlarmName'] === `attendance-test-${name}`)

test('a poller that says nothing is a failure', () => {
  expect(alarmNamed('feed-stale')).toMatchObject({
    MetricName: 'Freshness',
    Statistic: 'Maximum',
    Threshold: 600,
    Period: 60,
    EvaluationPeriods: 5,
    TreatMissingData: 'breaching',
  })
  expect(alarmNamed('roster-stale')).toMatchObject({
    MetricName: 'RosterSize',
    TreatMissingData: 'breaching',
  })
})

test('a poll or a refresh that fails once calls nobody', () => {
  expect(alarmNamed('polls-failing')).toMatchObject({
    MetricName: 'PollsFailed',
    Statistic: 'Sum',
    Threshold: 0,
    Period: 300,
    EvaluationPeriods: 3,
    DatapointsToAlarm: 3,
    TreatMissingData: 'notBreaching',
  })
  expect(alarmNamed('roster-failing')).toMatchObject({
    MetricName: 'RosterFailed',
    Statistic: 'Sum',
    Threshold: 0,
    Period: 3_600,
    EvaluationPeriods: 2,
    DatapointsToAlarm: 2,
  })
})

test('one person who is behind is told after two hours, one whose absences are after half an hour', () => {
  expect(alarmNamed('someone-behind')).toMatchObject({
    MetricName: 'OldestBehindAge',
    Statistic: 'Maximum',
    Threshold: 7_200,
    ComparisonOperator: 'GreaterThanThreshold',
    Period: 300,
    EvaluationPeriods: 3,
  })
  expect(alarmNamed('absences-unread')).toMatchObject({
    MetricName: 'AbsencesBehind',
    Statistic: 'Maximum',
    Threshold: 0,
    Period: 300,
    EvaluationPeriods: 6,
    DatapointsToAlarm: 6,
  })
})

test('a doubted loss is told at once, and lasts until absences were asked for again', () => {
  expect(alarmNamed('loss-doubted')).toMatchObject({
    MetricName: 'LossDoubted',
    Threshold: 0,
    ComparisonOperator: 'GreaterThanThreshold',
    Period: 1_200,
    EvaluationPeriods: 1,
  })
})

test('a record that cannot be read is told within the hour', () => {
  expect(alarmNamed('records-unreadable')).toMatchObject({
    MetricName: 'RecordsUnreadable',
    Threshold: 0,
    Period: 3_600,
    EvaluationPeriods: 1,
  })
})

/** The period of an alarm, or those of the metrics that it reckons with, in seconds. */
const periodsOf = ({ Period, Metrics }: Record<string, unknown>): number[] =>
  Metrics === undefined
    ? [Number(Period)]
    : (Metrics as { MetricStat?: { Period: number } }[]).flatMap(({ MetricStat }) =>
        MetricStat === undefined ? [] : [MetricStat.Period],
      )

describe('where polls are rarer', () => {
  const night = { from: '22:00', until: '05:00' }
  const rare = templateOf({
    polling: { clockingsEverySeconds: 3_600, absencesEverySeconds: 86_400 },
  })
  const rareAlarm = (idPart: string) =>
    theResource(rare, 'AWS::CloudWatch::Alarm', idPart).Properties

  test('the feed is stale, and someone is behind, later', () => {
    expect(rareAlarm('FeedStale')['Threshold']).toBe(18_000)
    expect(rareAlarm('SomeoneBehind')['Threshold']).toBe(10_800)
  })

  test.each(['SomeoneBehind', 'AbsencesUnread', 'RecordsUnreadable'])(
    '%s looks at times in which there is a poll',
    (idPart) => expect(rareAlarm(idPart)['Period']).toBe(7_200),
  )

  test.each([
    ['an hour', 3_600, { clockingsEverySeconds: 3_600, absencesEverySeconds: 3_600 }],
    ['three minutes', 180, { clockingsEverySeconds: 180 }],
    ['15 minutes in quiet hours', 900, { quietHours: { ...night, everySeconds: 900 } }],
  ])(
    'three polls in a row that fail, or tell of old events or throttling, are told: one in %s',
    (_, everySeconds, polling) => {
      const template = templateOf({ polling })
      for (const idPart of [
        'OutboxOld',
        'FeedAlarmsThrottled',
        'PollsFailing',
        'EventLogFailing',
      ]) {
        const { Period, EvaluationPeriods, DatapointsToAlarm } = theResource(
          template,
          'AWS::CloudWatch::Alarm',
          idPart,
        ).Properties
        expect(DatapointsToAlarm).toBe(3)
        // By day polls are as frequent as ever, and are told as soon.
        expect(Number(Period)).toBeLessThanOrEqual(300)
        expect(Number(Period) * Number(EvaluationPeriods)).toBeGreaterThanOrEqual(3 * everySeconds)
      }
    },
  )

  test('no alarm looks further back than CloudWatch can: a day, a week where by the hour', () => {
    for (const { Properties } of Object.values(resources(rare, 'AWS::CloudWatch::Alarm'))) {
      const periods = periodsOf(Properties)
      const period = Math.max(...periods)
      expect(new Set(periods)).toEqual(new Set([period]))
      expect(period % 60).toBe(0)
      const days = (period * Number(Properties['EvaluationPeriods'])) / 86_400
      expect(days).toBeLessThanOrEqual(period >= 3_600 ? 7 : 1)
    }
  })
})

test('events wait for five minutes before anyone is told, and the API throttles for a quarter of an hour', () => {
  const threeOfThree = { EvaluationPeriods: 3, DatapointsToAlarm: 3 }
  expect(alarmNamed('outbox-old')).toMatchObject({
    ...threeOfThree,
    MetricName: 'OldestPendingAge',
    Threshold: 300,
    ComparisonOperator: 'GreaterThanThreshold',
    Period: 60,
  })
  expect(alarmNamed('throttled')).toMatchObject({
    ...threeOfThree,
    MetricName: 'ApiThrottles',
    Threshold: 10,
    Period: 300,
  })
})

test('a function is near its time-out at nine tenths of it', () => {
  expect(alarmNamed('poll-shard-near-timeout')).toMatchObject({
    MetricName: 'Duration',
    Namespace: 'AWS/Lambda',
    Threshold: 108_000,
  })
})

// All tries of a run may fall into one period of five minutes: two of three would be silent.
test.each([
  ['refresh-roster-errors', 1, 1],
  ['send-digest-errors', 1, 1],
  ['dispatch-polls-errors', 2, 3],
  ['poll-shard-errors', 2, 3],
  ['send-alerts-errors', 2, 3],
])('%s fires where %i of %i periods have an error', (name, periods, of) => {
  expect(alarmNamed(name)).toMatchObject({
    MetricName: 'Errors',
    Statistic: 'Sum',
    Threshold: 0,
    ComparisonOperator: 'GreaterThanThreshold',
    Period: 300,
    DatapointsToAlarm: periods,
    EvaluationPeriods: of,
    TreatMissingData: 'notBreaching',
  })
})
