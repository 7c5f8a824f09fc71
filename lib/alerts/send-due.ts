import type { EpochMs } from '../attendance/moments.ts'
import type { AlertRule } from '../platform/alert-settings.ts'
import { type DeliveryPorts, type Parcel, type Turn, type TurnEnd, takeTurn } from './deliver.ts'
import { destinationKey } from './destinations.ts'
import { dueGroups, type Group } from './due-groups.ts'
import { countsText, groupMessage } from './group-message.ts'
import type { Reading } from './phrase.ts'
import type { Wording } from './wording/wording.ts'

/** What the messages are made by. */
export type Saying = { rules: readonly AlertRule[]; wording: Wording; zone: string }

const parcelOf = (groups: readonly [Group, ...Group[]], wording: Wording, reading: Reading) => {
  const [first, ...others] = groups.map((group) => groupMessage(group, wording, reading))
  return first === undefined
    ? []
    : [
        {
          ids: groups.flatMap(({ ids }) => ids),
          mailing: {
            messages: [first, ...others] as const,
            nameless: countsText(groups[0].events, wording),
          },
        },
      ]
}

/** One parcel for each group, or one for all where the outlet gathers. */
const parcelsOf = (
  groups: readonly Group[],
  isGathering: boolean,
  wording: Wording,
  reading: Reading,
): Parcel[] => {
  const [first, ...others] = groups
  if (first === undefined) return []
  return isGathering
    ? parcelOf([first, ...others], wording, reading)
    : groups.flatMap((group) => parcelOf([group], wording, reading))
}

/**
 * Sends what is due at a destination. What was told already, and waits again because its event
 * came twice, is not told again.
 */
export const sendDue = async (
  turn: Turn,
  ports: DeliveryPorts & { now: () => EpochMs },
  { rules, wording, zone }: Saying,
): Promise<TurnEnd> => {
  const { destination } = turn
  const key = destinationKey(destination)
  let isMoreWaiting = false
  const end = await takeTurn(turn, ports, async () => {
    const { waiting, hasMore } = await ports.deliveries.waiting(key)
    isMoreWaiting = hasMore
    const ids = waiting.map(({ id }) => id)
    const delivered = await ports.deliveries.delivered(key, ids)
    if (delivered.size > 0) await ports.deliveries.settle(key, [...delivered])
    const reading = { now: ports.now(), zone }
    const left = waiting.filter(({ id }) => !delivered.has(id))
    const groups = dueGroups(left, rules, reading.now)
    return parcelsOf(groups, ports.outlets[destination.kind].isGathering, wording, reading)
  })
  return end.kind === 'done' && isMoreWaiting ? { kind: 'later', at: ports.machineNow() } : end
}
