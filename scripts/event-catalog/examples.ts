import { type Answering, applySnapshot } from '../../lib/attendance/apply-snapshot.ts'
import { type EventName, eventNames } from '../../lib/attendance/events/events.ts'
import { epochMs, minute, utc } from '../../lib/attendance/moments.ts'
import { joined, missingFromRoster, onRoster } from '../../lib/attendance/roster.ts'
import { itemBytes } from '../../lib/attendance/state/size.ts'
import type { EmployeeState, OutboxEntry } from '../../lib/attendance/state/state.ts'
import { employee, promoted, rules, type Scene, snapshotOf, stories } from './stories.ts'

/** An event as published: its message and its SNS message attributes. */
export type PublishedExample = {
  event: Record<string, unknown>
  attributes: Record<string, string>
}

const recordingAt = (now: string, after: string | null = null) => ({
  now: epochMs(now),
  after,
  rules,
})

const answeringAt = (now: string, after: string): Answering => ({
  asked: epochMs(now),
  now: epochMs(now),
  after: { clockings: after, absences: after },
  rules,
  removal: {
    after: 10 * minute,
    doubted: { clockings: false, absences: false },
    acceptedAt: null,
  },
  lookbackHours: 24,
  givenUp: null,
  bytesOf: itemBytes,
})

const polled = (state: EmployeeState, scene: Scene, after: string): EmployeeState =>
  applySnapshot(state, snapshotOf(scene), answeringAt(scene.now, after)).state

/** Plays the scenes of a story to an employee who has just been seen for the first time. */
const played = (scenes: Scene[]): OutboxEntry[] => {
  const first = scenes[0]
  if (first === undefined) return []
  const start = utc(epochMs(first.now) - minute)
  let after = start
  let state: EmployeeState = {
    ...joined(employee, start, null, recordingAt(start)),
    seen: true,
  }
  for (const scene of scenes) {
    state = polled(state, scene, after)
    after = scene.now
  }
  return state.outbox
}

const career = (): OutboxEntry[] => {
  const hiredAt = '2026-11-20T08:00:00Z'
  const hired = joined(employee, hiredAt, null, recordingAt(hiredAt))
  const raised = onRoster(hired, promoted, recordingAt('2026-11-20T09:00:00Z'))
  return missingFromRoster(raised, 0, recordingAt('2026-11-20T10:00:00Z')).outbox
}

/** One event of each type, made by the code that makes them in production. */
export const publishedExamples = (): Record<EventName, PublishedExample> => {
  const told = [...career(), ...Object.values(stories).flatMap(played)]
  const exampleOf = (name: EventName): PublishedExample => {
    const entry = told.find(({ type }) => type === `attendance.${name}`)
    if (entry === undefined) throw new Error(`No story tells attendance.${name}`)
    return { event: JSON.parse(entry.message), attributes: entry.attributes }
  }
  return Object.fromEntries(eventNames.map((name) => [name, exampleOf(name)])) as Record<
    EventName,
    PublishedExample
  >
}
