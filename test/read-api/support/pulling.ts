import { expect } from 'vitest'
import type { AttendanceEvent } from '../../../lib/attendance/events/events.ts'
import { aClockIn } from '../../alerts/support/events.ts'
import type { ReadWorld } from './read-test.ts'

export const ids = (events: readonly AttendanceEvent[]): string[] => events.map(({ id }) => id)
/** As many people clocking in. */
export const clockIns = (from: number, to: number): AttendanceEvent[] =>
  Array.from({ length: to - from }, (_, n) => aClockIn(from + n, '2026-11-20T09:00:00Z'))

/** Pulls until there is no more. @returns the events, and the pages that they came in */
export const pullAll = async ({ get }: ReadWorld, query = '', after: string | null = null) => {
  const pages: AttendanceEvent[][] = []
  for (let cursor = after; ; ) {
    const { status, body } = await get(
      `/events?${cursor === null ? '' : `after=${cursor}&`}${query}`,
    )
    expect(status, JSON.stringify(body)).toBe(200)
    pages.push(body.events)
    cursor = body.cursor
    if (!body.isMore) return { events: pages.flat(), pages, cursor: body.cursor as string }
  }
}
