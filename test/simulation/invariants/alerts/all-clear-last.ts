import { utc } from '../../oracle/moments.ts'
import { tellingOf } from '../../system/observed.ts'
import type { Context, Invariant, Told } from '../context.ts'
import { alwaysNamedAt } from './in-order.ts'
import { dislikesOf, queuedAt, troublesOf } from './observed.ts'

/** When a destination first heard an event as the end of something overdue, and when last as news. */
const tellingsOf = ({ observed }: Context, { event: { id } }: Told, destination: string) => {
  const there = observed.alerts.said.filter(
    (said) => said.destination === destination && said.things.includes(id),
  )
  return {
    allClear: there.find(({ allClears }) => allClears.has(id))?.at,
    news: there.findLast(({ allClears }) => !allClears.has(id))?.at,
  }
}

/**
 * Whoever has heard that something overdue is over does not hear of its end again as news, unless the
 * alerts were held up between the one and the other.
 */
export const allClearLast: Invariant = function* (context) {
  const { told, observed } = context
  const asEnds = new Set(observed.alerts.said.flatMap(({ allClears }) => [...allClears]))
  for (const each of told) {
    const { id, type, subject } = each.event
    if (!asEnds.has(id)) continue
    const since = queuedAt(observed, id) ?? each.at
    for (const destination of alwaysNamedAt(context, each)) {
      const { allClear, news } = tellingsOf(context, each, destination)
      if (allClear === undefined || news === undefined || news <= allClear) continue
      const troubles = [
        ...troublesOf(observed, destination),
        ...dislikesOf(observed, destination)
          .filter(({ of }) => of.has(subject))
          .map(({ at }) => ({ from: at, to: at })),
      ]
      if (troubles.some(({ from, to }) => to >= since && from <= news)) continue
      yield {
        employeeId: subject,
        message: `${tellingOf(destination, id)}, ${type}, was news at ${utc(news)}, after the all-clear at ${utc(allClear)}`,
      }
    }
  }
}
