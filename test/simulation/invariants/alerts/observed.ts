import type { EpochMs } from '../../oracle/moments.ts'
import { type Observed, type Said, tellingOf } from '../../system/observed.ts'

/** What told each thing first, and where. */
export const firstTellings = ({ alerts }: Observed): Map<string, Said> => {
  const first = new Map<string, Said>()
  for (const said of alerts.said)
    for (const thing of said.things) {
      const telling = tellingOf(said.destination, thing)
      const other = first.get(telling)
      if (other === undefined || said.at < other.at) first.set(telling, said)
    }
  return first
}

/** When something was in the way of alerts to a destination: spans of runs that went wrong, and refusals there. */
export const troublesOf = (
  { alerts }: Observed,
  destination: string,
): { from: EpochMs; to: EpochMs }[] => [
  ...[...alerts.ends.values()]
    .filter(({ outcome, isDisturbed }) => outcome.kind !== 'done' || isDisturbed)
    .map(({ startedAt, endedAt }) => ({ from: startedAt, to: endedAt })),
  ...alerts.refusals
    .filter((each) => each.destination === destination)
    .map(({ at }) => ({ from: at, to: at })),
]
