import type { DeliveryRecord } from '../../lib/store/webhooks/delivery-record.ts'
import type { EndpointRecord } from '../../lib/store/webhooks/endpoint-record.ts'

/** What came of the last try of a delivery, and what comes next. */
const lastTry = ({ tries }: DeliveryRecord): string => {
  const last = tries.at(-1)
  if (last === undefined) return '-'
  const { status, reason, milliseconds } = last
  return `${reason ?? `HTTP ${status}`}, ${milliseconds} ms`
}

const headings = ['seen', 'type', 'employee', 'state', 'tries', 'last try', 'next try', 'event id']

const nextTry = (delivery: DeliveryRecord, isStopped: boolean): string => {
  if (delivery.state !== 'pending') return '-'
  return isStopped ? 'once resumed' : delivery.dueAt
}

const cells = (delivery: DeliveryRecord, isStopped: boolean): string[] => [
  delivery.recordedtime,
  delivery.type,
  delivery.subject || '-',
  delivery.state,
  String(delivery.tries.length),
  lastTry(delivery),
  nextTry(delivery, isStopped),
  delivery.id,
]

const table = (rows: readonly string[][]): string[] => {
  const widths = headings.map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  )
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

const condition = (endpoint: EndpointRecord | null, resume: string): string => {
  if (endpoint === null) return 'was sent nothing yet'
  const { stopped, failingSince } = endpoint
  if (stopped !== null)
    return `is stopped since ${stopped.at} (${stopped.reason}): \`${resume}\` lets it go on`
  return failingSince === null ? 'is well' : `has taken nothing since ${failingSince}`
}

/**
 * What became of the last deliveries to an endpoint, as it is printed: newest first, never what they
 * say. Moments are UTC.
 * @param resume the command that lets it go on
 */
export const deliveriesText = (
  webhook: string,
  endpoint: EndpointRecord | null,
  deliveries: readonly DeliveryRecord[],
  resume: string,
): string => {
  const isStopped = endpoint !== null && endpoint.stopped !== null
  const rows = deliveries.map((each) => cells(each, isStopped))
  return [
    `${webhook} ${condition(endpoint, resume)}`,
    ...(rows.length === 0 ? [] : ['', ...table([headings, ...rows])]),
  ].join('\n')
}
