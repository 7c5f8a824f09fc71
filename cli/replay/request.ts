import { Temporal } from 'temporal-polyfill'
import * as z from 'zod'
import { eventNames } from '../../lib/attendance/events/events.ts'
import { day, type EpochMs, epochMs, utc } from '../../lib/attendance/moments.ts'
import type { ReplayRequest, ReplayTarget } from '../../lib/store/events/replay-record.ts'
import type { Webhook } from '../../lib/webhooks/webhook-settings.ts'
import { OperatorError } from '../or-one-line.ts'

/** What an operator typed. */
export type TypedReplay = {
  to: string
  from: string
  until: string
  types?: string
  employee?: string
  perSecond: number
}

/** @throws {OperatorError} where it is none */
export const targetOf = (text: string): ReplayTarget => {
  if (text.startsWith('arn:')) return { queue: text }
  const [, webhook] = /^webhook:(.+)$/.exec(text) ?? []
  if (webhook !== undefined) return { webhook }
  throw new OperatorError(`--to ${text}: must be webhook:<name>, or the ARN of a queue`)
}

/** A date as the midnight at which it begins there, a date-time with an offset as that moment; UTC. */
const momentOf = (option: string, text: string, timeZone: string): string => {
  try {
    const instant = /^\d{4}-\d\d-\d\d$/.test(text)
      ? Temporal.PlainDate.from(text).toZonedDateTime(timeZone).toInstant()
      : Temporal.Instant.from(text)
    return utc(instant.epochMilliseconds)
  } catch {
    throw new OperatorError(
      `--${option} ${text}: must be a date such as 2026-11-18, or a moment such as 2026-11-18T09:00:00Z`,
    )
  }
}

const typesOf = (text: string | undefined): string[] | null => {
  if (text === undefined) return null
  const names = text.split(',').map((each) => each.trim().replace(/^attendance\./, ''))
  const unknown = names.find((each) => !eventNames.some((name) => name === each))
  if (unknown !== undefined)
    throw new OperatorError(`--types ${unknown}: must be some of ${eventNames.join(', ')}`)
  return names.map((name) => `attendance.${name}`)
}

/** @throws {OperatorError} where it is no UUID */
export const uuidOf = (text: string, what: string): string => {
  if (z.guid().safeParse(text).success) return text
  throw new OperatorError(`"${text}" is not the id of ${what}, which is a UUID`)
}

/** The types of events that tell how everyone is. */
const tellingTypes = [
  'employee-joined',
  'employee-left',
  'clocked-in',
  'break-started',
  'absence-started',
] as const

/** Says what an endpoint is not told of how everyone is, by its own settings; null where it is told all. */
export const untold = (
  to: ReplayTarget,
  webhooks: readonly Pick<Webhook, 'name' | 'events'>[],
): string | null => {
  const events = 'webhook' in to ? webhooks.find(({ name }) => name === to.webhook)?.events : null
  if (!events) return null
  const left = tellingTypes.filter((type) => !events.includes(type))
  return left.length === 0
    ? null
    : `Its events in the settings lack ${left.join(', ')}: what is told by these it is not told, such as who is on a break by break-started`
}

/** Says that some of a span is no longer kept; null where all of it is. */
export const noLongerKept = (
  { span }: Pick<ReplayRequest, 'span'>,
  eventLogDays: number,
  now: EpochMs,
): string | null => {
  const since = now - eventLogDays * day
  return epochMs(span.from) >= since
    ? null
    : `What was published before ${utc(since)} is no longer kept (eventLogDays: ${eventLogDays}), so that cannot be sent again`
}

/**
 * What is asked for, as `replay-events` takes it.
 * @param timeZone where dates are those of
 * @throws {OperatorError} that names what was typed and what is allowed
 */
export const requestOf = (
  { to, from, until, types, employee, perSecond }: TypedReplay,
  timeZone: string,
): Omit<ReplayRequest, 'isDryRun'> => {
  const span = { from: momentOf('from', from, timeZone), to: momentOf('until', until, timeZone) }
  if (epochMs(span.from) >= epochMs(span.to))
    throw new OperatorError(
      `--until ${until}: must be after --from ${from}; it is not part of the span`,
    )
  return {
    to: targetOf(to),
    span,
    types: typesOf(types),
    employeeId: employee === undefined ? null : uuidOf(employee, 'an employee'),
    perSecond,
  }
}
