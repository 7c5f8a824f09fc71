import { createHash } from 'node:crypto'
import type { Clocking } from '../../lib/workforce/contract/clocking.ts'

/** What the plain poller remembers of a clocking, and what it tells. */

/** Clockings by id. */
export type Known = Record<string, Clocking>

export type PlainEvent = {
  id: string
  type: string
  time: string
  employeeId: string
  data: { clocking: Clocking; break?: Clocking['breaks'][number] }
}

const event = (type: string, time: string, data: PlainEvent['data']): PlainEvent => ({
  id: createHash('sha256')
    .update(JSON.stringify([type, time, data]))
    .digest('hex'),
  type: `attendance.${type}`,
  time,
  employeeId: data.clocking.employeeId,
  data,
})

const breakEvents = (clocking: Clocking, before: Clocking | undefined): PlainEvent[] =>
  clocking.breaks.flatMap((each) => {
    const old = before?.breaks.find(({ id }) => id === each.id)
    const data = { clocking, break: each }
    return [
      ...(old === undefined ? [event('break-started', each.start, data)] : []),
      ...(each.end !== null && (old?.end ?? null) === null
        ? [event('break-ended', each.end, data)]
        : []),
    ]
  })

/** What is new about an employee since the poll before. */
export const changesSince = (known: Known, shown: readonly Clocking[]): PlainEvent[] =>
  shown.flatMap((clocking) => {
    const before = known[clocking.id]
    const { start, end } = clocking
    return [
      ...(before === undefined ? [event('clocked-in', start, { clocking })] : []),
      ...breakEvents(clocking, before),
      ...(end !== null && (before?.end ?? null) === null
        ? [event('clocked-out', end, { clocking })]
        : []),
    ]
  })
