import type { AttendanceEvent } from '../../attendance/events/events.ts'
import { type EpochMs, epochMs, minute } from '../../attendance/moments.ts'
import type { DeliveryStore, KeptThere } from '../../store/deliveries/delivery-store.ts'
import { type Addition, idAtDestination } from './collect.ts'

/** A destination where an event waits or was notified, though no rule of today wants it there. */
export type KeptBefore = KeptThere & { destination: string }

/**
 * How long after it was seen an event may come for the first time, in milliseconds. It is tried for over twenty minutes before it lies
 * with the dead letters, and whoever moves it back has SQS count from one again.
 */
const soon = 10 * minute

/** Whether an event may have come before: to rules of another release, which may have kept it waiting. */
export const mayHaveComeBefore = (
  { recordedtime }: AttendanceEvent,
  receives: number,
  now: EpochMs,
): boolean => receives > 1 || now - epochMs(recordedtime) > soon

/**
 * Where else an event that comes again is kept: a run before, by the rules of its release, had it wait there, and may have come to an end
 * before it noted so, or had the destination looked at.
 * @param own what it adds by the rules of today
 */
export const keptBefore = async (
  event: AttendanceEvent,
  own: readonly Addition[],
  destinations: ReadonlySet<string>,
  { keptAt }: Pick<DeliveryStore, 'keptAt'>,
): Promise<KeptBefore[]> => {
  const wanted = new Set(own.map(({ destination }) => destination))
  const others = [...destinations].filter((destination) => !wanted.has(destination))
  const kept = await keptAt(idAtDestination(event), others)
  return [...kept].map(([destination, there]) => ({ destination, ...there }))
}
