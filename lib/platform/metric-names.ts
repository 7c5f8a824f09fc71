/**
 * Every metric, defined once: functions publish them, alarms and the dashboard show them.
 * Units are CloudWatch's.
 */
export const metricNames = {
  /** How long ago everyone had last been polled: of a shard after its poll, of all at a dispatch. */
  Freshness: 'Seconds',
  /** How long the oldest event has waited for SNS. */
  OldestPendingAge: 'Seconds',
  /** From when something happened until it was seen. */
  DetectionDelay: 'Seconds',
  /** Employees whose answer was complete. */
  EmployeesPolled: 'Count',
  /** Employees who could not be asked, for a reason of their own. */
  EmployeesBehind: 'Count',
  /**
   * Of a shard after a poll: how long ago the one who has waited longest was last asked about
   * completely for clockings; 0 where nobody is behind.
   */
  OldestBehindAge: 'Seconds',
  /** Of a shard after a poll: employees whose absences could not be read and are owed. */
  AbsencesBehind: 'Count',
  /** Polls that ended with an error, or gave up because the API fails as a whole. */
  PollsFailed: 'Count',
  /** Requests to the Workforce API, those for tokens and repeats included. */
  ApiRequests: 'Count',
  /** Answers that asked to slow down. */
  ApiThrottles: 'Count',
  /** Requests that polls and the roster refresh may send together, as far as throttling has taught. */
  RequestRate: 'Count/Second',
  /** How much of what may be sent the roster needs; above 100 it is polled less often than is set. */
  BudgetLoad: 'Percent',
  /** Calls that failed for good. */
  ApiErrors: 'Count',
  /** Records or values in answers that the spec does not know. */
  ApiUnexpected: 'Count',
  /** Credentials or tokens that were refused. */
  CredentialsRefused: 'Count',
  /** Employees on a roster that was believed. */
  RosterSize: 'Count',
  /** Roster answers that were not believed. */
  RosterRefused: 'Count',
  /** Roster refreshes that could not read the roster. */
  RosterFailed: 'Count',
  /** Leavers given up because the API refuses them. */
  LeaversRefused: 'Count',
  /** Of a shard: people of whom so much is missing at once that none of it is believed. */
  LossDoubted: 'Count',
  /** Events that SNS acknowledged; also by type. */
  EventsPublished: 'Count',
  /** Times that SNS, or the event bus, did not take an event. */
  PublishFailures: 'Count',
  /** Times that the event log did not take what SNS took. */
  EventLogFailures: 'Count',
  /** Polls that found the shard's lease taken. */
  PollSkipped: 'Count',
  /**
   * Employees, answered or not, whose window should reach back further than the API allows:
   * something may be lost.
   */
  WindowClamped: 'Count',
  /** Messages that went out to people, by the kind of destination. */
  AlertsSent: 'Count',
  /** Messages that a destination did not take at a try, by its kind. */
  AlertsFailed: 'Count',
  /** Messages that a destination refused and would refuse again, put aside, by its kind. */
  AlertsRefused: 'Count',
  /** Messages that could not go out because a Slack channel's URL is gone, by channel. */
  AlertChannelGone: 'Count',
  /** Events of a type that the alerts do not know. */
  AlertsUnknown: 'Count',
  /** Events that an endpoint took, by endpoint. */
  WebhooksDelivered: 'Count',
  /** Tries that an endpoint did not take, by endpoint. */
  WebhooksFailed: 'Count',
  /** Events that an endpoint did not take at any try, put aside, by endpoint. */
  WebhooksGivenUp: 'Count',
  /** For how long an endpoint has taken nothing though it was tried, by endpoint; 0 where it is well. */
  WebhookFailingAge: 'Seconds',
  /** 1 while an endpoint is stopped, by endpoint. */
  WebhookStopped: 'Count',
  /** Saved states and shard records that cannot be read, those of a newer version included. */
  StateUnreadable: 'Count',
  /** Of a shard after a poll: records that break the contract, remembered until they can be read. */
  RecordsUnreadable: 'Count',
} as const

export type MetricName = keyof typeof metricNames

/** Where metrics are published; Powertools' own dimension `service` distinguishes environments. */
export const metricNamespace = 'AttendanceEvents'
export const typeDimension = 'type'
export const destinationDimension = 'destination'
export const channelDimension = 'channel'
export const webhookDimension = 'webhook'

/** The `service` of an environment's metrics and logs. */
export const serviceName = (environment: string): string => `attendance-${environment}`
