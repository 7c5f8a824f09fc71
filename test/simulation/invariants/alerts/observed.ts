import type { EpochMs } from '../../oracle/moments.ts'
import { type Observed, type Said, tellingOf } from '../../system/observed.ts'

/** Which of all messages had each thing first, and where. */
const firstOf = (
  { alerts }: Observed,
  thingsIn: (said: Said) => readonly string[],
): Map<string, Said> => {
  const first = new Map<string, Said>()
  for (const said of alerts.said)
    for (const thing of thingsIn(said)) {
      const telling = tellingOf(said.destination, thing)
      const other = first.get(telling)
      if (other === undefined || said.at < other.at) first.set(telling, said)
    }
  return first
}

/** What told each thing first, and where. */
export const firstTellings = (observed: Observed): Map<string, Said> =>
  firstOf(observed, ({ things }) => things)

/** Likewise, or counted it: what a list has no room for is told as far as anybody can say. */
export const firstTellingsOrCounts = (observed: Observed): Map<string, Said> =>
  firstOf(observed, ({ things, leftOut }) => [...things, ...leftOut])

/** When the queue of the alerts had an event first, whose second copy may come before the first; undefined: never. */
export const queuedAt = ({ alerts }: Observed, id: string): EpochMs | undefined => {
  const first = alerts.queued.get(id)
  const copies = alerts.repeated.get(id) ?? []
  return first === undefined && copies.length === 0
    ? undefined
    : Math.min(first ?? Number.POSITIVE_INFINITY, ...copies)
}

/** When a destination was picky about people: of whom each message spoke that it did not take. */
export const dislikesOf = ({ alerts }: Observed, destination: string) =>
  alerts.refusals.flatMap(({ disliked, ...each }) =>
    each.destination === destination && disliked !== null ? [{ ...disliked, at: each.at }] : [],
  )

/**
 * When something was in the way of alerts to a destination: spans of runs that went wrong, refusals there that had nothing
 * to do with whom a message spoke of, and the time without a webhook.
 */
export const troublesOf = (
  { alerts }: Observed,
  destination: string,
): { from: EpochMs; to: EpochMs }[] => [
  ...[...alerts.ends.values()]
    .filter(({ outcome, isDisturbed }) => outcome.kind !== 'done' || isDisturbed)
    .map(({ startedAt, endedAt }) => ({ from: startedAt, to: endedAt })),
  ...alerts.refusals
    .filter((each) => each.destination === destination && each.disliked === null)
    .map(({ at }) => ({ from: at, to: at })),
  ...(destination.startsWith('slack:') ? alerts.gone : []),
]
