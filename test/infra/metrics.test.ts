import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { metricNames, metricNamespace, serviceName } from '../../lib/platform/metric-names.ts'
import { resources, templateOf, theResource } from './environment.ts'

const template = templateOf({
  slack: { channels: ['office'] },
  webhooks: [{ name: 'payroll', url: 'https://pay.example.com/events' }],
})
const alarms = Object.values(resources(template, 'AWS::CloudWatch::Alarm')).map(
  ({ Properties }) => Properties,
)

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

/** Our own metrics that the source of the functions publishes. */
const publishedMetrics = (): Set<string> => {
  const sources = ['polling', 'alerts', 'webhooks'].flatMap((part) => {
    const folder = new URL(`../../lib/${part}/`, import.meta.url)
    return readdirSync(folder, { encoding: 'utf8', recursive: true })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => readFileSync(new URL(file, folder), 'utf8'))
  })
  const added = [...sources.join('\n').matchAll(/(?:meter\.add(?:By)?| add)\(\s*'(\w+)'/g)].map(
    ([, name = '']) => name,
  )
  return new Set([...added, 'EventsPublished'])
}

test('alarms and dashboard use every metric that there is', () => {
  const ours = alarms.filter((each) => each['Namespace'] === metricNamespace)
  for (const each of ours)
    expect(each['Dimensions']).toContainEqual({ Name: 'service', Value: serviceName('test') })
  const used = new Set([...ours.map((each) => String(each['MetricName'])), ...shownMetrics()])
  expect([...used].toSorted()).toEqual(Object.keys(metricNames).toSorted())
})

test('the functions publish every metric that there is', () => {
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
    'Does the budget of requests suffice?',
    'Polls',
    'Who is behind?',
    'What cannot be read, or not be believed?',
    'Messages to people',
    'Deliveries to subscribers',
    'Webhooks',
    'Which endpoint fails, or is stopped?',
    'Cost: functions',
    'Cost: table, topic, queue',
  ])
  expect(dashboardText()).toMatch(/attendance\.clocked-in.*attendance\.return-overdue/)
})
