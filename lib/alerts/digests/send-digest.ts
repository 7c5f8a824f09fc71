import type { EpochMs } from '../../attendance/moments.ts'
import { sideBySide } from '../../platform/side-by-side.ts'
import { readSavedState, type StatePorts } from '../../store/saved-state.ts'
import type { Digest } from '../rules/alert-settings.ts'
import { type Destination, destinationKey, destinationsOf } from '../rules/destinations.ts'
import { type Parcel, wholeParcel } from '../sending/parcel.ts'
import { takeTurn } from '../sending/take-turn.ts'
import type { Turn, TurnEnd, TurnPorts } from '../sending/turn.ts'
import type { Message } from '../wording/message.ts'
import type { Wording } from '../wording/wording.ts'
import type { Asking } from './asking.ts'
import { digestMessage } from './digest-message.ts'
import { freshnessOf, type PollPace } from './freshness.ts'

export type DigestPorts = TurnPorts & StatePorts & { now: () => EpochMs }

export type DigestSettings = {
  asking: Omit<Asking, 'now' | 'show' | 'zone'>
  pace: PollPace
  wording: Wording
}

/** A digest that did not reach every destination; the others have it and do not get it again. */
export class DigestError extends Error {
  override readonly name = 'DigestError'
}

/** What became of a digest: the destinations that have it. */
export type DigestReport = { sent: string[]; isSkipped: boolean }

/** Takes a turn, and another when the destination is free or takes more, where that is soon. */
const withPatience = async (
  take: () => Promise<TurnEnd>,
  { deadline, patience }: Omit<Turn, 'destination'>,
  { machineNow, sleep }: TurnPorts,
): Promise<TurnEnd> => {
  const until = Math.min(deadline, machineNow() + patience)
  for (;;) {
    const end = await take()
    if (end.kind !== 'later' || end.at >= until) return end
    await sleep(Math.max(0, end.at - machineNow()))
  }
}

const sayOnce = async (
  id: string,
  destination: Destination,
  message: Message,
  turn: Omit<Turn, 'destination'>,
  ports: TurnPorts,
  name: string,
): Promise<TurnEnd> => {
  let refused: string | null = null
  const parcels = async () => {
    const delivered = await ports.deliveries.delivered(destinationKey(destination), [id])
    return delivered.has(id) ? [] : [wholeParcel([id], { messages: [message], counts: [name] })]
  }
  const setAside = async ({ ids }: Parcel, reason: string) => {
    refused = reason
    return ids
  }
  const end = await withPatience(
    () => takeTurn({ ...turn, destination }, ports, { parcels, setAside }),
    turn,
    ports,
  )
  return refused === null ? end : { kind: 'failed', reason: refused, isWorthHaste: false }
}

/**
 * Sends a digest to its destinations, once for each scheduled time.
 * @param scheduledTime what distinguishes this sending from the next
 * @throws {DigestError} where a destination did not take it; a retry serves that one alone
 */
export const sendDigest = async (
  digest: Digest,
  scheduledTime: string,
  turn: Omit<Turn, 'destination'>,
  ports: DigestPorts,
  { asking, pace, wording }: DigestSettings,
): Promise<DigestReport> => {
  const now = ports.now()
  const zone = digest.timeZone ?? asking.workday.timeZone
  const saved = await readSavedState(ports)
  const needsAbsences = digest.include.some(
    (part) => part !== 'in-now' && part !== 'open-clockings',
  )
  const freshness = freshnessOf(saved, pace, now, needsAbsences)
  const about = { ...asking, now, zone, show: digest.show }
  const message = digestMessage(digest, saved, freshness, about, wording, { now, zone })
  if (message === null) return { sent: [], isSkipped: true }
  const id = `digest#${digest.name}#${scheduledTime}`
  const ends = await sideBySide(Infinity, destinationsOf(digest), async (destination) => ({
    key: destinationKey(destination),
    end: await sayOnce(id, destination, message, turn, ports, digest.name),
  }))
  const unserved = ends.flatMap(({ key, end }) => {
    if (end.kind === 'failed') return [`${key} (${end.reason})`]
    return end.kind === 'later' ? [`${key} (its turn comes too late)`] : []
  })
  if (unserved.length > 0) throw new DigestError(`Not notified: ${unserved.join(', ')}`)
  return {
    sent: ends.filter(({ end }) => end.kind === 'done').map(({ key }) => key),
    isSkipped: false,
  }
}
