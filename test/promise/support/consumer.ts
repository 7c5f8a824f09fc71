import { expect } from 'vitest'
import type { AttendanceEvent } from '../../../lib/attendance/events/events.ts'
import type { World } from './world.ts'

type Shown = { employeeId: string; start: string; end: string | null; breaks: unknown[] }

/** What a consumer makes of events: it drops repeats by `id` and takes the others in order. */
export const pictureOf = (events: readonly AttendanceEvent[]): Map<string, Shown> => {
  const known = new Map<string, AttendanceEvent>()
  for (const event of events) if (!known.has(event.id)) known.set(event.id, event)
  const ordered = [...known.values()].sort((a, b) =>
    a.recordedtime + a.sequence < b.recordedtime + b.sequence ? -1 : 1,
  )
  const picture = new Map<string, Shown>()
  for (const { type, data, subject } of ordered) {
    if (!('clocking' in data)) continue
    const { id, start, end, breaks } = data.clocking
    // What has gone to somebody else is not theirs to remove any more.
    if (type === 'attendance.clocking-removed') {
      if (picture.get(id)?.employeeId === subject) picture.delete(id)
    } else picture.set(id, { employeeId: subject, start, end, breaks })
  }
  return picture
}

/** A consumer that drops repeats by `id` must end with the API's own picture. */
export const expectPicture = (events: readonly AttendanceEvent[], world: World): void => {
  const shown = [...world.clockings.values()].map(
    ({ id, employeeId, start, end, breaks }) => [id, { employeeId, start, end, breaks }] as const,
  )
  const inOrder = (all: Iterable<readonly [string, Shown]>) =>
    [...all].sort(([a], [b]) => (a < b ? -1 : 1))
  expect(inOrder(pictureOf(events))).toEqual(inOrder(shown))
}

/** Over a whole history no `id` may have two contents. */
export const expectOneContentPerId = (events: readonly AttendanceEvent[]): void => {
  const contents = new Map<string, string>()
  const twice: string[][] = []
  for (const event of events) {
    const content = JSON.stringify(event)
    const before = contents.get(event.id)
    if (before !== undefined && before !== content) twice.push([before, content])
    contents.set(event.id, content)
  }
  expect(twice).toEqual([])
}
