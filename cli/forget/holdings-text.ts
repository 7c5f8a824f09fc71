import { deliveryKinds } from '../../lib/store/deliveries-of.ts'
import type { Holdings } from './holdings.ts'

/** What is held of somebody in counts, as it is printed: never what it says. */
export const holdingsText = ({
  saved,
  segments,
  deliveries,
  behind,
  replays,
}: Holdings): string => {
  const events = segments.reduce((sum, each) => sum + each.events.length, 0)
  const rows: [number, string][] = [
    [saved === null ? 0 : 1, 'state'],
    [events, 'events in the log'],
    ...deliveryKinds.map((kind): [number, string] => [
      deliveries.filter((each) => each.kind === kind).length,
      kind,
    ]),
    [behind.length + replays.length, 'notes of polls and replays'],
  ]
  return rows.map(([count, what]) => `${String(count).padStart(6)}  ${what}`).join('\n')
}
