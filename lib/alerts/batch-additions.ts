import pLimit from 'p-limit'
import type { AttendanceEvent } from '../attendance/events.ts'
import type { EpochMs } from '../attendance/moments.ts'
import type { ToldStore } from '../store/told.ts'
import { type Addition, additionsOf, wantingsOf } from './collect.ts'
import { withFollowUps } from './collect-follow-ups.ts'
import { recordsFollowed, recordsTold } from './follow-ups.ts'
import { isOfSicknessAlone } from './show.ts'
import { type Routes, toldBy } from './who-was-told.ts'

/** What finding out who is to be told needs from outside. */
export type AdditionPorts = {
  told: ToldStore
  now: () => EpochMs
  /** An event could not be added, and comes back. */
  onProblem: (id: string, error: unknown) => void
}

/** How many records are asked about at once, by all events of a batch together. */
const concurrentLookups = 16

type AdditionOf = Addition & { id: string }

type OfEvent = { id: string; event: AttendanceEvent; additions: Addition[] }

/**
 * What the events of a batch add. That something of a record is told is noted before it is asked
 * who was told of it, so that a correction in the same batch finds its original. An event that
 * cannot be added fails alone, but for those that follow on it.
 * @param failed gets the ids of those that come back
 */
export const additionsIn = async (
  events: readonly { id: string; event: AttendanceEvent }[],
  ports: AdditionPorts,
  { zone, ...routes }: Routes & { zone: string },
  failed: Set<string>,
): Promise<AdditionOf[]> => {
  const now = ports.now()
  const attempt = async <T>(id: string, work: () => T | Promise<T>): Promise<T[]> => {
    try {
      return [await work()]
    } catch (error) {
      failed.add(id)
      ports.onProblem(id, error)
      return []
    }
  }
  const noted = await Promise.all(
    events.map(({ id, event }) =>
      attempt(id, async (): Promise<OfEvent> => {
        const wantings = wantingsOf(event, routes.rules, zone)
        const additions = additionsOf(wantings, now)
        await ports.told.note(toldBy(event, wantings))
        return { id, event, additions }
      }),
    ),
  )
  // What follows on something that could not be noted comes back with it; not what a sickness
  // alone has, of which no route that is told of other absences may notice anything.
  const unnoted = new Set(
    events
      .filter(({ id, event }) => failed.has(id) && !isOfSicknessAlone(event.type))
      .flatMap(({ event }) => recordsTold(event)),
  )
  const isTooEarly = (event: AttendanceEvent): boolean =>
    recordsFollowed(event).some((record) => unnoted.has(record))
  // A limit of this batch alone: a run that is killed must not hold up the ones after it.
  const lookups = pLimit(concurrentLookups)
  const told: ToldStore = {
    ...ports.told,
    whoWasTold: (record) => lookups(() => ports.told.whoWasTold(record)),
  }
  const followed = await Promise.all(
    noted.flat().map(({ id, event, additions }) =>
      attempt(id, async () => {
        if (isTooEarly(event)) throw new Error('What it follows on could not be noted')
        const all = await withFollowUps(event, additions, routes, told, now)
        return all.map((addition) => ({ id, ...addition }))
      }),
    ),
  )
  return followed.flat(2)
}
