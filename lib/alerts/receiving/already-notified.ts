import type { DeliveryStore } from '../../store/deliveries/delivery-store.ts'
import type { Waiting } from '../../store/deliveries/waiting.ts'
import type { AlertRule } from '../rules/alert-settings.ts'
import { allClearId } from './collect.ts'

/**
 * The ids by which versions before knew something that waits, of which each rule had one of its own.
 * @param rules those that go to the destination
 */
const formerIds = (id: string, rules: readonly AlertRule[]): string[] => {
  const [seen = '', rule, ...rest] = id.split('#')
  return rule === '' ? rules.map(({ name }) => [seen, name, ...rest].join('#')) : []
}

/**
 * The ids of what waits and was notified already, by this version or one before; or as the all-clear that it is
 * besides, where that came first, from another batch.
 */
export const notifiedAlready = async (
  destination: string,
  waiting: readonly Pick<Waiting, 'id'>[],
  rules: readonly AlertRule[],
  deliveries: Pick<DeliveryStore, 'delivered'>,
): Promise<ReadonlySet<string>> => {
  const names = new Map(
    waiting.map(({ id }) => [id, [id, allClearId(id), ...formerIds(id, rules)]]),
  )
  const all = new Set([...names.values()].flat())
  const delivered = await deliveries.delivered(destination, [...all])
  return new Set(
    waiting.map(({ id }) => id).filter((id) => names.get(id)?.some((each) => delivered.has(each))),
  )
}
