import type { DeliveryStore } from '../../store/deliveries/delivery-store.ts'
import type { Waiting } from '../../store/deliveries/waiting.ts'
import { recordsFollowed, recordsNotified } from '../follow-ups/records.ts'
import { mayBringBack } from '../follow-ups/what-follows.ts'
import { notifiedAlready } from '../receiving/already-notified.ts'
import type { AlertRule } from '../rules/alert-settings.ts'
import type { Group, Thing } from './group.ts'
import { type ShownWaiting, shownNow } from './shown-now.ts'

/** The records that something may follow on; what may bring one back is mere news unless it does. */
const followedBy = ({ shown, isBack }: Thing): string[] =>
  mayBringBack(shown) && !isBack ? [] : recordsFollowed(shown)

/**
 * What waits on other pages than the one that has something due, and what of that may follow on it: nobody
 * is to hear first that something is over, or was wrong.
 * @param page all that is on the page itself, or was found already
 * @param rules those that go to the destination
 */
export const originalsElsewhere = async (
  destination: string,
  due: readonly Group[],
  page: readonly Waiting[],
  rules: readonly AlertRule[],
  deliveries: Pick<DeliveryStore, 'waiting' | 'delivered'>,
): Promise<ShownWaiting[]> => {
  const followed = new Set(due.flatMap(({ things }) => things.flatMap(followedBy)))
  if (followed.size === 0) return []
  const onPage = new Set(page.map(({ id }) => id))
  const found: ShownWaiting[] = []
  for (let from: string | null = null; ; ) {
    const { waiting, next }: Awaited<ReturnType<DeliveryStore['waiting']>> =
      await deliveries.waiting(destination, from)
    const others = waiting.filter(({ id }) => !onPage.has(id))
    const ofThese = shownNow(others, rules).filter(
      ({ shown }) =>
        typeof shown !== 'string' && recordsNotified(shown).some((id) => followed.has(id)),
    )
    const notified = await notifiedAlready(
      destination,
      ofThese.map(({ waiting: each }) => each),
      rules,
      deliveries,
    )
    found.push(...ofThese.filter(({ waiting: { id } }) => !notified.has(id)))
    if (next === null) return found
    from = next
  }
}
