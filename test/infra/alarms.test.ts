import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { metricNames, metricNamespace, serviceName } from '../../lib/platform/metric-names.ts'
import { resources, templateOf, theResource } from './environment.ts'

const template = templateOf({ slack: { channels: ['office'] } })
const alarms = Object.values(resources(template, 'AWS::CloudWatch::Alarm')).map(
  ({ Properties }) => Properties,
)
const alarmNamed = (name: string) =>
  alarms.find((each) => each['AlarmName'] === `attendance-test-${name}`)

test('there is an alarm for everything that people must see to', () => {
  expect(alarms.map((each) => String(each['AlarmName']).slice('attendance-test-'.length))).toEqual(
    expect.arrayContaining([
      'feed-stale',
      'outbox-old',
      'credentials-refused',
      'roster-refused',
      'roster-stale',
      'throttled',
      'window-clamped',
      'state-unreadable',
      'polls-dead-letters',
      'schedules-dead-letters',
      'poll-shard-errors',
      'poll-shard-near-timeout',
      'refresh-roster-errors',
      'refresh-roster-near-timeout',
      'dispatch-polls-errors',
      'dispatch-polls-near-timeout',
      'alerts-dead-letters',
      'send-alerts-errors',
      'send-alerts-near-timeout',
      'send-digest-errors',
      'send-digest-near-timeout',
      'slack-channel-office-gone',
    ]),
  )
  expect(alarms.length).toBe(22)
})

/** The anchors of a Markdown file's headings, as they are linked to. */
const anchorsOf = (markdown: string): Set<string> =>
  new Set(
    [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\w\- ]/g, '')
        .replaceAll(' ', '-'),
    ),
  )

test('every alarm says what it means, and its section of the runbook is there', () => {
  const anchors = anchorsOf(
    readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8'),
  )
  for (const each of alarms) {
    const [meaning = '', anchor = ''] = String(each['AlarmDescription']).split(
      ' What to do: docs/operations.md#',
    )
    expect(meaning).toMatch(/^[A-Za-z-]+ .{30,}\.$/)
    expect([...anchors]).toContain(anchor)
  }
})

test('every alarm tells the operations topic when it begins and when it ends', () => {
  const topic = [{ Ref: expect.stringContaining('OperationsTopic') }]
  for (const each of alarms) {
    expect(each['AlarmActions']).toEqual(topic)
    expect(each['OKActions']).toEqual(topic)
  }
})

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

test('the feed is stale later where polls are rarer', () => {
  const rare = templateOf({ polling: { clockingsEverySeconds: 600 } })
  expect(theResource(rare, 'AWS::CloudWatch::Alarm', 'FeedStale').Properties['Threshold']).toBe(
    3_000,
  )
})

test('events wait for five minutes before anyone is told', () => {
  expect(alarmNamed('outbox-old')).toMatchObject({
    MetricName: 'OldestPendingAge',
    Threshold: 300,
    ComparisonOperator: 'GreaterThanThreshold',
  })
})

test('a function is near its time-out at nine tenths of it', () => {
  expect(alarmNamed('poll-shard-near-timeout')).toMatchObject({
    MetricName: 'Duration',
    Namespace: 'AWS/Lambda',
    Threshold: 108_000,
  })
})

const dashboardText = (): string =>
  JSON.stringify(theResource(template, 'AWS::CloudWatch::Dashboard').Properties['DashboardBody'])

/** Our own metrics that a dashboard shows. */
const shownMetrics = (): string[] =>
  [
    ...dashboardText().matchAll(
      /AttendanceEvents\\+",\\+"(\w+)\\+",(?:\\+"destination\\+",\\+"\w+\\+",)?\\+"service\\+",\\+"([\w-]+)/g,
    ),
  ].map(([, name = '', service = '']) => {
    expect(service).toBe(serviceName('test'))
    return name
  })

/** Our own metrics that the functions' source publishes. */
const publishedMetrics = (): Set<string> => {
  const sources = ['polling', 'alerts'].flatMap((part) => {
    const folder = new URL(`../../lib/${part}/`, import.meta.url)
    return readdirSync(folder)
      .filter((file) => file.endsWith('.ts'))
      .map((file) => readFileSync(new URL(file, folder), 'utf8'))
  })
  const added = [...sources.join('\n').matchAll(/meter\.add(?:By)?\('(\w+)'/g)].map(
    ([, name = '']) => name,
  )
  return new Set([...added, 'EventsPublished'])
}

test('alarms and dashboard use the metrics that the functions publish', () => {
  const ours = alarms.filter((each) => each['Namespace'] === metricNamespace)
  for (const each of ours)
    expect(each['Dimensions']).toContainEqual({ Name: 'service', Value: serviceName('test') })
  const used = new Set([...ours.map((each) => String(each['MetricName'])), ...shownMetrics()])
  expect([...used].toSorted()).toEqual(Object.keys(metricNames).toSorted())
  expect([...publishedMetrics()].toSorted()).toEqual(Object.keys(metricNames).toSorted())
})

test('the dashboard answers: fresh, how late, what happens, which calls, what it costs', () => {
  const titles = [...dashboardText().matchAll(/\\+"title\\+":\\+"([^"\\]+)/g)].map(
    ([, title]) => title,
  )
  expect(titles).toEqual([
    'Is it fresh? Oldest poll',
    'How long until a change is seen',
    'Do subscribers wait? Oldest event in the outbox',
    'Freshness and detection',
    'Events by type',
    'Workforce API',
    'Polls',
    'Messages to people',
    'Cost: functions',
    'Cost: table, topic, queue',
  ])
  expect(dashboardText()).toMatch(/attendance\.clocked-in.*attendance\.return-overdue/)
})
