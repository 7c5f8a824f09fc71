import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { resources, settingsOf, templateOf } from './environment.ts'

const deployed = resources(
  templateOf({
    slack: { channels: ['office'] },
    audiences: { managers: ['a@b.example'] },
    aws: { fifoTopic: true },
    webhooks: [{ name: 'payroll', url: 'https://pay.example.com/events' }],
  }),
  'AWS::CloudWatch::Alarm',
)
const alarms = Object.values(deployed).map(({ Properties }) => Properties)

// An alarm with another id would be made before the old one is deleted, whose name it has.
test('there is an alarm for everything that people must see to, and each keeps its logical id', () => {
  const ids = Object.entries(deployed).map(([id, { Properties }]) => [
    String(Properties['AlarmName']).slice('attendance-test-'.length),
    id,
  ])
  expect(Object.fromEntries(ids)).toEqual({
    'polls-dead-letters': 'PollerPollsDeadLettersDeadLettersAlarm73C8A04A',
    'schedules-dead-letters': 'PollerScheduleDeadLettersDeadLettersAlarmCD3AB59E',
    'poll-shard-errors': 'PollerPollShardErrorsAlarmF5AAB09B',
    'poll-shard-near-timeout': 'PollerPollShardTimeoutAlarm8FAFAF82',
    'refresh-roster-errors': 'PollerRefreshRosterErrorsAlarmD93C5120',
    'refresh-roster-near-timeout': 'PollerRefreshRosterTimeoutAlarm01713061',
    'dispatch-polls-errors': 'PollerDispatchPollsErrorsAlarmEC69863D',
    'dispatch-polls-near-timeout': 'PollerDispatchPollsTimeoutAlarmAD3155DB',
    'alerts-dead-letters': 'AlertsWaitingDeadLettersDeadLettersAlarm97B11E56',
    'send-alerts-errors': 'AlertsSendAlertsErrorsAlarmF077E69E',
    'send-alerts-near-timeout': 'AlertsSendAlertsTimeoutAlarm15BFC9AF',
    'send-digest-errors': 'AlertsSendDigestErrorsAlarm2B7EA6D3',
    'send-digest-near-timeout': 'AlertsSendDigestTimeoutAlarm1D143C8D',
    'slack-channel-office-gone': 'AlertsGoneofficeAlarm29BE90DC',
    'feed-stale': 'FeedAlarmsFeedStaleAlarm16AEC233',
    'outbox-old': 'FeedAlarmsOutboxOldAlarm536A74EA',
    'replay-events-errors': 'ReplaysReplayEventsErrorsAlarm4C448061',
    'replay-events-near-timeout': 'ReplaysReplayEventsTimeoutAlarmA0A13B3F',
    'replay-events-throttled': 'ReplaysReplayEventsThrottledAlarm5311E646',
    'event-log-failing': 'FeedAlarmsEventLogFailingAlarm03601AEC',
    'credentials-refused': 'FeedAlarmsCredentialsRefusedAlarm6E242209',
    'roster-refused': 'FeedAlarmsRosterRefusedAlarm1F964A6B',
    'roster-stale': 'FeedAlarmsRosterStaleAlarm0EDEAA40',
    throttled: 'FeedAlarmsThrottledAlarmD98F9FAC',
    'over-budget': 'FeedAlarmsOverBudgetAlarm4DD6EE9D',
    'window-clamped': 'FeedAlarmsWindowClampedAlarm4474F543',
    'state-unreadable': 'FeedAlarmsStateUnreadableAlarm9DC86325',
    'polls-failing': 'FeedAlarmsPollsFailingAlarm1C426861',
    'roster-failing': 'FeedAlarmsRosterFailingAlarm647018BF',
    'someone-behind': 'PeopleAlarmsSomeoneBehindAlarm8E699603',
    'absences-unread': 'PeopleAlarmsAbsencesUnreadAlarmF317C798',
    'loss-doubted': 'PeopleAlarmsLossDoubtedAlarm57D22A3B',
    'records-unreadable': 'PeopleAlarmsRecordsUnreadableAlarm53D77C72',
    'polls-waiting': 'PollerPollsWaitingAlarm4EC2EACC',
    'alerts-waiting': 'AlertsWaitingWaitingAlarmD597BD6B',
    'poll-shard-throttled': 'PollerPollShardThrottledAlarmE24DB4A9',
    'refresh-roster-throttled': 'PollerRefreshRosterThrottledAlarmD95E2698',
    'dispatch-polls-throttled': 'PollerDispatchPollsThrottledAlarmCD9413F9',
    'send-alerts-throttled': 'AlertsSendAlertsThrottledAlarm6E3BF547',
    'send-digest-throttled': 'AlertsSendDigestThrottledAlarmD762C468',
    'refresh-roster-runs-lost': 'PollerRefreshRosterRunsLostAlarm51F2BF74',
    'dispatch-polls-runs-lost': 'PollerDispatchPollsRunsLostAlarm517962F1',
    'send-digest-runs-lost': 'AlertsSendDigestRunsLostAlarmF6DC61AD',
    'events-undelivered': 'EventsUndeliveredeventsAlarm1DB1A4D7',
    'events-fifo-undelivered': 'EventsUndeliveredeventsfifoAlarm9E5043A7',
    'mail-managers-undelivered': 'AlertsAudiencesUndeliveredmailmanagersAlarm7CD75B36',
    'operations-undelivered': 'OperationsUndeliveredoperationsAlarmD9EABFBD',
    'deliver-webhook-errors': 'WebhooksDeliverWebhookErrorsAlarm11655407',
    'deliver-webhook-near-timeout': 'WebhooksDeliverWebhookTimeoutAlarm21E3815E',
    'deliver-webhook-throttled': 'WebhooksDeliverWebhookThrottledAlarmC62C379A',
    'webhook-payroll-dead-letters': 'WebhookspayrollEventsDeadLettersDeadLettersAlarm9CECBF25',
    'webhook-payroll-waiting': 'WebhookspayrollEventsWaitingAlarmB52992EF',
    'webhook-payroll-failing': 'WebhookspayrollFailingAlarmEA1CA10E',
    'webhook-payroll-stopped': 'WebhookspayrollStoppedAlarm9DB1DC7E',
  })
  expect(ids.length).toBe(54)
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

const runbook = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8')
const anchors = [...anchorsOf(runbook)]

test('every alarm says what it means, and its section of the runbook is there', () => {
  for (const each of alarms) {
    const [meaning = '', anchor = ''] = String(each['AlarmDescription']).split(
      ' What to do: docs/operations.md#',
    )
    expect(meaning).toMatch(/^[A-Za-z-]+ .{30,}\.$/)
    expect(anchors).toContain(anchor)
  }
})

test('an alarm links its section of the runbook, where the settings say it is', () => {
  const runbookUrl = 'https://wiki.example.com/attendance/operations.md'
  const linking = templateOf({ operations: { runbookUrl } })
  const texts = Object.values(resources(linking, 'AWS::CloudWatch::Alarm')).map(({ Properties }) =>
    String(Properties['AlarmDescription']),
  )
  expect(texts.length).toBeGreaterThan(20)
  for (const text of texts) {
    const [, section] =
      /What to do: (?:https:\S+\/operations\.md)#(alarm-[a-z-]+)$/.exec(text) ?? []
    expect(text).toContain(` ${runbookUrl}#`)
    expect(anchors).toContain(section)
  }
})

test('the longest URL leaves room for what an alarm says', () => {
  const runbookUrl = `https://wiki.example.com/${'x'.repeat(375)}`
  for (const { Properties } of Object.values(
    resources(templateOf({ operations: { runbookUrl } }), 'AWS::CloudWatch::Alarm'),
  ))
    expect(String(Properties['AlarmDescription']).length).toBeLessThanOrEqual(1_024)
  expect(() => settingsOf({ operations: { runbookUrl: `${runbookUrl}x` } })).toThrow()
})

test.each(['http://wiki.example.com/runbook', 'https://wiki.example.com/#runbook', 'runbook.md'])(
  'a runbook that cannot be linked is refused: %s',
  (runbookUrl) => {
    expect(() => settingsOf({ operations: { runbookUrl } })).toThrow(/must be an https URL/)
  },
)

test('every link within the runbook leads to a section of it', () => {
  const links = [...runbook.matchAll(/\]\(#([^)]+)\)/g)].map(([, anchor = '']) => anchor)
  expect(links.filter((anchor) => !anchors.includes(anchor))).toEqual([])
})

test('the runbook names no alarm that is not there', () => {
  const names = alarms.map((each) => String(each['AlarmName']))
  const sections = [
    'dead-letters',
    'slack-channel-gone',
    'function-errors',
    'function-throttled',
    'near-timeout',
    'queue-waiting',
    'runs-lost',
    'undelivered',
    'webhook-failing',
    'webhook-stopped',
  ]
  const named = [...runbook.matchAll(/^### Alarm: (.+)$/gm)].map(([, name = '']) => name)
  expect(
    named.filter((name) => !sections.includes(name) && !names.includes(`attendance-test-${name}`)),
  ).toEqual([])
})

test('every alarm tells the operations topic when it begins and when it ends', () => {
  const topic = [{ Ref: expect.stringContaining('OperationsTopic') }]
  for (const each of alarms) {
    expect(each['AlarmActions']).toEqual(topic)
    expect(each['OKActions']).toEqual(topic)
  }
})
