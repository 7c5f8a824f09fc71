import { type EpochMs, epochMs, hour, minute } from '../../attendance/moments.ts'
import type { DeliveryStore } from '../../store/deliveries/delivery-store.ts'
import type { Waiting } from '../../store/deliveries/waiting.ts'
import type { Routes } from '../follow-ups/who-was-notified.ts'
import { notifiedAlready } from '../receiving/already-notified.ts'
import type { AlertRule } from '../rules/alert-settings.ts'
import { rulesTo } from '../rules/levels.ts'
import { dueGroups } from './due-groups.ts'
import type { Group } from './group.ts'
import { originalsElsewhere } from './originals-elsewhere.ts'
import { type ShownWaiting, shownNow } from './shown-now.ts'

/** What is due at a destination. */
export type Due = {
  groups: readonly Group[]
  /** What waits on the page that has them, and what they follow on elsewhere. */
  left: readonly Waiting[]
  /** When the first of what is not due yet will be, as far as was looked; null where nothing will. */
  nextAt: EpochMs | null
  /** Whether there is more behind that page. */
  hasMore: boolean
}

/** When the first of what is not sent now will be due, or null where nothing will. */
const nextDue = (
  left: readonly Waiting[],
  groups: readonly Group[],
  now: EpochMs,
): EpochMs | null => {
  const due = new Set(groups.flatMap(({ ids }) => ids))
  const moments = left
    .filter(({ id }) => !due.has(id))
    .map(({ dueAt }) => epochMs(dueAt))
    // What is due and not sent cannot be read, and will not be at another look.
    .filter((dueAt) => dueAt > now)
  return moments.length === 0 ? null : Math.min(...moments)
}

const earlier = (a: EpochMs | null, b: EpochMs | null): EpochMs | null =>
  a === null || b === null ? (a ?? b) : Math.min(a, b)

/**
 * What a destination may be shown nothing of is let go of so long after it was due: until then another
 * version, with other rules or destinations, may run beside this one, or follow it.
 */
const withheldFor = 2 * hour
const lookAgainAfter = 10 * minute

type DeliveriesOfPage = Pick<DeliveryStore, 'delivered' | 'drop'>

/**
 * A page of what waits, as its destination may be shown it. What was notified already, and waits again
 * because its event came twice, and what the destination may be shown nothing of any more, is let go of. What was notified, and waits to
 * be read once more after what is shown nothing of, waits with that.
 */
const shownOnPage = async (
  destination: string,
  page: readonly Waiting[],
  deliveries: DeliveriesOfPage,
  routes: Routes,
  now: EpochMs,
): Promise<Pick<Due, 'left' | 'nextAt'> & { shown: ShownWaiting[] }> => {
  const rules = rulesTo(destination, routes.rules)
  const delivered = await notifiedAlready(destination, page, rules, deliveries)
  if (delivered.size > 0) await deliveries.drop(destination, [...delivered])
  const wanted = page.filter(({ id }) => !delivered.has(id))
  const shown = shownNow(wanted, rules, routes.destinations.has(destination))
  const withheld = shown.flatMap((each) => (each.shown === 'withheld' ? each.waiting : []))
  const others = shown.flatMap((each) => (each.shown === 'withheld' ? [] : each.waiting))
  const repeated =
    withheld.length === 0
      ? new Set<string>()
      : await notifiedAlready(destination, others, rules, deliveries)
  const isPast = ({ dueAt }: Waiting) => epochMs(dueAt) + withheldFor <= now
  const past = withheld.filter(isPast).map(({ id }) => id)
  if (past.length > 0) await deliveries.drop(destination, past)
  const isLeft = ({ id }: Waiting): boolean => !repeated.has(id)
  const lookAgain = [
    ...withheld.filter((each) => !isPast(each)),
    ...others.filter((each) => !isLeft(each)),
  ].map(({ dueAt }) => Math.max(epochMs(dueAt), now + lookAgainAfter))
  return {
    shown: shown.filter(({ waiting }) => isLeft(waiting)),
    left: others.filter(isLeft),
    nextAt: lookAgain.length === 0 ? null : Math.min(...lookAgain),
  }
}

/** What is shown on a page, and what that follows on elsewhere, and what that follows on in turn. */
const withOriginalsElsewhere = async (
  destination: string,
  { shown }: { shown: readonly ShownWaiting[] },
  page: readonly Waiting[],
  rules: readonly AlertRule[],
  deliveries: Pick<DeliveryStore, 'waiting' | 'delivered'>,
  now: EpochMs,
): Promise<ShownWaiting[]> => {
  const all = [...shown]
  for (;;) {
    const known = [...page, ...all.slice(shown.length).map((each) => each.waiting)]
    const groups = dueGroups(all, rules, now)
    const more = await originalsElsewhere(destination, groups, known, rules, deliveries)
    if (more.length === 0) return all
    all.push(...more)
  }
}

/**
 * The first page of what waits that has something due: what gathers for long, however much it is,
 * must not stand before what is due. What that follows on is taken along from other pages.
 */
export const firstDue = async (
  destination: string,
  deliveries: Pick<DeliveryStore, 'waiting'> & DeliveriesOfPage,
  routes: Routes,
  now: EpochMs,
): Promise<Due> => {
  const rules = rulesTo(destination, routes.rules)
  let nextAt: EpochMs | null = null
  for (let from: string | null = null; ; ) {
    const { waiting, next }: Awaited<ReturnType<DeliveryStore['waiting']>> =
      await deliveries.waiting(destination, from)
    const page = await shownOnPage(destination, waiting, deliveries, routes, now)
    const { shown, left } = page
    const groups = dueGroups(shown, rules, now)
    nextAt = earlier(earlier(nextAt, page.nextAt), nextDue(left, groups, now))
    if (groups.length > 0 || next === null) {
      const isOnlyPage = from === null && next === null
      const all = isOnlyPage
        ? shown
        : await withOriginalsElsewhere(destination, page, waiting, rules, deliveries, now)
      const elsewhere = all.slice(shown.length).map((each) => each.waiting)
      return {
        groups: elsewhere.length === 0 ? groups : dueGroups(all, rules, now),
        left: [...left, ...elsewhere],
        nextAt,
        hasMore: next !== null,
      }
    }
    from = next
  }
}
