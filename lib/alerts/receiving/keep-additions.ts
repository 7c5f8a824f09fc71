import { epochMs } from '../../attendance/moments.ts'
import type { DeliveryStore } from '../../store/deliveries/delivery-store.ts'
import type { Waiting } from '../../store/deliveries/waiting.ts'
import { type DuePorts, lookAt, type Saying } from '../sending/send-due.ts'
import {
  type AdditionOf,
  type AdditionPorts,
  additionsIn,
  type Received,
  type Wanted,
  wantedIn,
} from './batch-additions.ts'
import { addOriginalsFirst } from './once-more.ts'
import type { SendWake } from './wakes.ts'

/** What keeping the events of a batch waiting needs from outside. */
export type KeepingPorts = AdditionPorts &
  DuePorts & { deliveries: Pick<DeliveryStore, 'add' | 'keptAt'>; wake: SendWake }

/** What waits at a destination, and the ids of the records by which it does. */
type Kept = { destination: string; ids: string[]; waiting: Waiting[] }

/** Keeps waiting what events add. */
const keep = async (
  additions: readonly AdditionOf[],
  ports: KeepingPorts,
  failed: Set<string>,
): Promise<Kept[]> => {
  const byDestination = Map.groupBy(additions, ({ destination }) => destination)
  const kept = await Promise.all(
    [...byDestination].map(async ([destination, added]): Promise<Kept[]> => {
      const ids = added.map(({ id }) => id)
      try {
        // A queue may deliver one event twice in a batch.
        const unique = new Map(added.map(({ waiting }) => [waiting.id, waiting]))
        await addOriginalsFirst(ports.deliveries, destination, [...unique.values()])
        return [{ destination, ids, waiting: [...unique.values()] }]
      } catch (error) {
        for (const id of ids) failed.add(id)
        ports.onProblem(destination, error)
        return []
      }
    }),
  )
  return kept.flat()
}

/** What waits by rules of a release before, and has perhaps nobody look at it. */
const waitingBefore = ({ id, before }: Wanted): Kept[] =>
  before.flatMap(({ destination, waiting }) =>
    waiting === null ? [] : [{ destination, ids: [id], waiting: [waiting] }],
  )

const unkeptOf = ({ own }: Wanted, keptFor: ReadonlySet<string>): ReadonlySet<string> =>
  new Set(own.map(({ destination }) => destination).filter((each) => !keptFor.has(each)))

/**
 * Keeps waiting what the events of a batch add, and has each destination looked at when that is due. What rules want waits before it
 * is noted whom they notify: nobody is to read a correction by that of what does not wait yet. A destination for which something
 * cannot be written keeps it from no other; the event comes back for that one.
 * @param failed gets the ids of those that come back
 */
export const keepAdditions = async (
  events: readonly Received[],
  ports: KeepingPorts,
  settings: Saying,
  failed: Set<string>,
): Promise<void> => {
  const wanted = await wantedIn(events, ports, settings, failed)
  const own = wanted.flatMap(({ id, own }) => own.map((each) => ({ id, ...each })))
  const kept = await keep(own, ports, failed)
  const keptFor = new Set(kept.map(({ destination }) => destination))
  const besides = await additionsIn(
    wanted.map((each) => ({ ...each, unkept: unkeptOf(each, keptFor) })),
    ports,
    settings,
    failed,
  )
  kept.push(...(await keep(besides, ports, failed)), ...wanted.flatMap(waitingBefore))
  const byDestination = Map.groupBy(kept, ({ destination }) => destination)
  await Promise.all(
    [...byDestination].map(async ([destination, all]) => {
      try {
        const byRule = Map.groupBy(
          all.flatMap(({ waiting }) => waiting),
          ({ rule }) => rule,
        )
        const due = [...byRule.values()].map((each) =>
          Math.min(...each.map(({ dueAt }) => epochMs(dueAt))),
        )
        for (const at of new Set(due))
          await ports.wake(destination, lookAt(at, ports, settings.graceMilliseconds))
      } catch (error) {
        for (const id of all.flatMap(({ ids }) => ids)) failed.add(id)
        ports.onProblem(destination, error)
      }
    }),
  )
}
