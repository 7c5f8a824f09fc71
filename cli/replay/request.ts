import { Temporal } from 'temporal-polyfill'
import { eventNames } from '../../lib/attendance/events/events.ts'
import type { ReplayRequest, ReplayTarget } from '../../lib/store/events/replay-record.ts'
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
    return instant.toString({ smallestUnit: 'second' })
  } catch {
    throw new OperatorError(
      `--${option} ${text}: must be a date such as 2026-11-18, or a moment such as 2026-11-18T09:00:00Z`,
    )
  }
}

const typesOf = (text: string | undefined): string[] | null => {
  if (text === undefined) return null
  const names = text.split(',').map((each) => each.trim())
  const unknown = names.find((each) => !eventNames.some((name) => name === each))
  if (unknown !== undefined)
    throw new OperatorError(`--types ${unknown}: must be some of ${eventNames.join(', ')}`)
  return names.map((name) => `attendance.${name}`)
}

/**
 * What is asked for, as `replay-events` takes it.
 * @param timeZone where dates are those of
 * @throws {OperatorError} that names what was typed and what is allowed
 */
export const requestOf = (
  { to, from, until, types, employee, perSecond }: TypedReplay,
  timeZone: string,
): Omit<ReplayRequest, 'isDryRun'> => ({
  to: targetOf(to),
  span: { from: momentOf('from', from, timeZone), to: momentOf('until', until, timeZone) },
  types: typesOf(types),
  employeeId: employee ?? null,
  perSecond,
})
