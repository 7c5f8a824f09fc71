import type { DeliveryStore } from '../../store/deliveries/delivery-store.ts'
import type { Waiting } from '../../store/deliveries/waiting.ts'
import type { AlertRule } from '../rules/alert-settings.ts'
import { allClearId, notifiedAs } from './collect.ts'

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
 * was; and where that neither was nor waits any more, if it went out for its sake, and nothing will come before it.
 */
export const notifiedAlready = async (
  destination: string,
  waiting: readonly Known[],
  rules: readonly AlertRule[],
  deliveries: Pick<DeliveryStore, 'delivered' | 'areWaiting'>,
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
  const isNotified = async ({ id, after }: Known): Promise<boolean> => {
    if (after === undefined) return lastTold([id]) !== null
    const own = lastTold(notifiedAs(id))
    const original = lastTold([after])
    if (original !== null) return own !== null && own >= original
    return lastTold([id]) !== null && !(await deliveries.areWaiting(destination, [after]))
  }
  const notified = new Set<string>()
  for (const each of waiting) if (await isNotified(each)) notified.add(each.id)
  return notified
}
