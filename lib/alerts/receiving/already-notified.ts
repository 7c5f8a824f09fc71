import type { AttendanceEvent } from '../../attendance/events/events.ts'
import { type EpochMs, epochMs, minute } from '../../attendance/moments.ts'
import type { DeliveryStore, KeptThere } from '../../store/deliveries/delivery-store.ts'
import type { Waiting } from '../../store/deliveries/waiting.ts'
import type { AlertRule } from '../rules/alert-settings.ts'
import { type Addition, allClearId, idAtDestination, notifiedAs } from './collect.ts'

/**
 * The ids by which versions before knew something that waits, of which each rule had one of its own.
 * @param rules those that go to the destination
 */
const formerIds = (id: string, rules: readonly AlertRule[]): string[] => {
  const [seen = '', rule, ...rest] = id.split('#')
  return rule === '' ? rules.map(({ name }) => [seen, name, ...rest].join('#')) : []
}

/** What waits, as far as it matters whether it was notified already. */
type Known = Pick<Waiting, 'id' | 'after'>

/**
 * All by which something may have been notified: by an id of this version or one before; or as the all-clear that it is
 * besides, where that came first, from another batch.
 */
const namesOf = (id: string, rules: readonly AlertRule[]): string[] => [
  id,
  allClearId(id),
  ...formerIds(id, rules),
]

/**
 * The ids of what waits and was notified already. What is to be read after something else was so where it has been told since that
 * was, and nothing more of that waits; and where that neither was told nor waits.
 */
export const notifiedAlready = async (
  destination: string,
  waiting: readonly Known[],
  rules: readonly AlertRule[],
  deliveries: Pick<DeliveryStore, 'delivered'>,
): Promise<ReadonlySet<string>> => {
  const asked = waiting.flatMap(({ id, after }) => [id, ...notifiedAs(id), after ?? []].flat())
  const names = new Map(asked.map((id) => [id, namesOf(id, rules)]))
  const delivered = await deliveries.delivered(destination, [
    ...new Set([...names.values()].flat()),
  ])
  const lastTold = (ids: readonly string[]): number | null => {
    const all = ids
      .flatMap((id) => names.get(id) ?? [])
      .flatMap((name) => delivered.get(name) ?? [])
    return all.length === 0 ? null : Math.max(...all)
  }
  const isToCome = (original: string): boolean =>
    [original, allClearId(original)].some((id) =>
      waiting.some((each) => notifiedAs(each.id).includes(id) && !isNotified(each)),
    )
  const known = new Map<string, boolean>()
  // Of a chain of corrections each asks for the one before.
  const isNotified = (each: Known): boolean => {
    const is = known.get(each.id) ?? wasNotified(each)
    known.set(each.id, is)
    return is
  }
  const wasNotified = ({ id, after }: Known): boolean => {
    if (after === undefined) return lastTold([id]) !== null
    const own = lastTold(notifiedAs(id))
    if (own === null || isToCome(after)) return false
    const original = lastTold([after])
    return original === null || own >= original
  }
  return new Set(waiting.filter(isNotified).map(({ id }) => id))
}

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
