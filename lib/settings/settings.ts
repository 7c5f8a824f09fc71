import * as z from 'zod'
import { alertSettings } from '../alerts/rules/alert-settings.ts'
import { type AttendanceRules, Attention, Baseline, Privacy, Workday } from '../attendance/rules.ts'
import { leastConcurrentPolls, mostOfSettings } from '../polling/setting-limits.ts'
import { weekdays } from '../routing/where.ts'
import { webhookSettings } from '../webhooks/webhook-settings.ts'
import { checkedUrl } from '../workforce/urls.ts'
import { Aws, EventLogDays, ExpectedEmployees, Operations } from './deployment-settings.ts'

const isUsableUrl = (url: string): boolean => {
  try {
    return checkedUrl('url', url) !== undefined
  } catch {
    return false
  }
}

const url = z
  .string()
  .refine(isUsableUrl, 'must be an https URL (http only to this machine)')
  .meta({ format: 'uri' })

const Workforce = z
  .strictObject({
    apiUrl: url.describe('Where the Workforce API is'),
    authUrl: url.describe('Where its tokens are issued'),
    requestsPerSecond: z
      .number()
      .positive()
      .max(mostOfSettings.requestsPerSecond)
      .default(10)
      .describe(
        'Budget for the whole environment: all that ask together never exceed it; less, where the API throttles',
      ),
  })
  .describe('The upstream service; its credentials are in Secrets Manager, never here')

const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day, HH:MM')

const QuietHours = z
  .strictObject({
    from: timeOfDay.describe('When they begin, in the time zone of the workday'),
    until: timeOfDay.describe('When they end; the next day, where that is earlier'),
    everySeconds: z
      .number()
      .min(60)
      .max(3_600)
      .multipleOf(60)
      .describe(
        'How often polls are made meanwhile, in whole minutes: for clockings and absences, and for starts and ends of absences',
      ),
  })
  .refine(({ from, until }) => from !== until, 'must not end when they begin')
  .describe('Hours in which everybody is asked more rarely; left out, there are none')

const Polling = z
  .strictObject({
    clockingsEverySeconds: z
      .number()
      .min(10)
      .max(mostOfSettings.clockingsEverySeconds)
      .refine((seconds) => seconds <= 60 || seconds > 3_600 || seconds % 60 === 0, {
        error: 'above 60 it must be whole minutes, such as 120',
      })
      .default(60)
      .describe('How often clockings are asked for; above a minute, in whole minutes'),
    idleEverySeconds: z
      .number()
      .min(60)
      .max(3_600)
      .optional()
      .describe(
        'How often those are asked for clockings who have none open, and none within the lookback; at every poll where it is left out',
      ),
    awayEverySeconds: z
      .number()
      .min(60)
      .max(3_600)
      .optional()
      .describe(
        'How often those are asked for clockings who are absent for the whole of their day, and not in; likewise',
      ),
    farEverySeconds: z
      .number()
      .min(60)
      .max(3_600)
      .optional()
      .describe(
        'How often those are asked for clockings who are not in, and far from the hours in which they usually clock, learned in four weeks; likewise',
      ),
    quietHours: QuietHours.optional(),
    absencesEverySeconds: z
      .number()
      .min(60)
      .max(mostOfSettings.absencesEverySeconds)
      .default(900)
      .describe('How often absences are asked for; their starts and ends need no asking'),
    rosterEverySeconds: z
      .number()
      .min(60)
      .max(86_400)
      .multipleOf(60)
      .default(3_600)
      .describe('How often the list of employees is read, in whole minutes'),
    lookbackHours: z
      .number()
      .min(1)
      .max(720)
      .default(24)
      .describe(
        'How late a device may sync, or a manager correct or enter an absence, and still be seen',
      ),
    removalAfterMinutes: z
      .number()
      .min(1)
      .max(1_440)
      .default(10)
      .describe(
        'How long something must be missing, in two complete answers, before it counts as removed',
      ),
    shardSize: z.int().min(1).max(1_000).default(250).describe('Employees polled together'),
    concurrentPolls: z
      .int()
      .min(leastConcurrentPolls)
      .max(mostOfSettings.concurrentPolls)
      .default(2)
      .describe('Shards polled at the same time, at most'),
    concurrentCalls: z
      .int()
      .min(1)
      .max(mostOfSettings.concurrentCalls)
      .default(20)
      .describe('Calls in flight in one poll, at most'),
  })
  .describe('How often and how the API is asked')

const WorkdayOfPeople = Workday.extend({
  days: z
    .array(z.enum(weekdays))
    .min(1)
    .default(['mon', 'tue', 'wed', 'thu', 'fri'])
    .describe('Days on which people work: who is back after them is "back on Monday"'),
}).describe('The working day')

/**
 * The settings of one environment: `infra/environments/<name>.json`, or `npm start -- --settings`,
 * each value by itself; `parseSettings` checks whether they fit each other.
 */
export const Settings = z
  .strictObject({
    $schema: z.string().optional(),
    name: z
      .string()
      .regex(/^[a-z][a-z0-9-]{0,19}$/, 'must be 1 to 20 of a-z, 0-9 and -, a letter first')
      .describe('The environment; part of every resource name'),
    workforce: Workforce,
    polling: Polling.prefault({}),
    workday: WorkdayOfPeople,
    attention: Attention.prefault({}),
    privacy: Privacy.prefault({}),
    baseline: Baseline,
    eventLogDays: EventLogDays,
    expectedEmployees: ExpectedEmployees,
    operations: Operations.prefault({}),
    aws: Aws.prefault({}),
    ...alertSettings,
    ...webhookSettings,
  })
  .meta({ title: 'Settings of an attendance-events environment' })
export type Settings = z.infer<typeof Settings>

/** The settings that decide what becomes an event and what it says. */
export const rulesOf = ({
  name,
  workday: { timeZone, midday },
  attention,
  privacy,
  baseline,
}: Settings): AttendanceRules => ({
  source: `/attendance-events/${name}`,
  workday: { timeZone, midday },
  attention,
  privacy,
  baseline,
})

/** The longest time between two polls of a shard that go as planned, in seconds. */
export const longestBetweenPolls = ({ polling }: Pick<Settings, 'polling'>): number =>
  Math.max(polling.clockingsEverySeconds, polling.quietHours?.everySeconds ?? 0)
