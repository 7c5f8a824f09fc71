import type { DestinationRecord } from '../../store/deliveries/destination-record.ts'
import { notifiedAs } from '../receiving/collect.ts'
import type { Agenda } from './agenda.ts'
import type { Outcome } from './outlet.ts'
import type { Parcel } from './parcel.ts'
import type { Turn, TurnEnd, TurnPorts } from './turn.ts'

/** The record of a destination after an outcome. */
export const after = (
  outcome: Outcome,
  record: DestinationRecord,
  { ids }: Parcel,
  interval: number,
  now: number,
): DestinationRecord => {
  switch (outcome.kind) {
    case 'sent':
      return {
        ...record,
        sent: [...new Set(ids.flatMap(notifiedAs))],
        notBefore: now + interval,
        gone: null,
      }
    case 'throttled':
      return { ...record, notBefore: now + outcome.retryAfter }
    case 'gone':
      return { ...record, gone: outcome.gone }
    case 'refused':
      return { ...record, notBefore: now + interval }
    case 'failed':
      return record
  }
}

/** How a turn ends at an outcome that lets nothing follow; null where it goes on. */
export const endAt = (
  outcome: Outcome,
  { notBefore }: DestinationRecord,
  agenda: Pick<Agenda, 'hasTaken'>,
  { destination }: Turn,
  ports: TurnPorts,
): TurnEnd | null => {
  switch (outcome.kind) {
    case 'sent':
      ports.onSent(destination)
      return null
    case 'throttled':
      return { kind: 'later', at: notBefore, ...(!agenda.hasTaken() && { why: 'throttled' }) }
    case 'gone':
      ports.onGone(destination, outcome.gone.reason)
      return { kind: 'gone' }
    case 'refused':
      ports.onRefused(destination, outcome.reason)
      return null
    case 'failed':
      ports.onFailed(destination, outcome.reason)
      return null
  }
}

/** The record of a destination with what it fails at; one that never failed has no word of it. */
export const withFailing = (
  record: DestinationRecord,
  { failing, failedTurns, takesSome }: ReturnType<Agenda['afterwards']>,
): DestinationRecord => ({
  ...record,
  ...((record.failing !== undefined || Object.keys(failing).length > 0) && { failing }),
  ...(failedTurns !== null &&
    (record.failedTurns !== undefined || failedTurns > 0) && { failedTurns }),
  ...((record.takesSome !== undefined || takesSome) && { takesSome }),
})
