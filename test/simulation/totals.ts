import type { Summary } from './summary.ts'

/** Sums over many runs. */
export const createTotals = () => {
  const faults = new Map<string, number>()
  const sums = { seeds: 0, polls: 0, calls: 0, events: 0, deliveries: 0, messages: 0, posts: 0 }
  return {
    add: (summary: Summary): void => {
      sums.seeds++
      sums.polls += summary.polls
      sums.calls += summary.calls
      sums.events += summary.events
      sums.deliveries += summary.deliveries
      sums.messages += summary.messages
      sums.posts += summary.posts
      for (const [kind, count] of summary.faults) faults.set(kind, (faults.get(kind) ?? 0) + count)
    },
    sums,
    faults,
  }
}
export type Totals = ReturnType<typeof createTotals>

const number = new Intl.NumberFormat('en-GB')

/** The sums as lines of text. @param seconds how long it took */
export const describeTotals = ({ sums, faults }: Totals, seconds: number): string =>
  [
    `${number.format(sums.seeds)} seeds, ${number.format(sums.polls)} polls, ` +
      `${number.format(sums.calls)} API calls, ${number.format(sums.events)} events ` +
      `(delivered ${number.format(sums.deliveries)} times), ` +
      `${number.format(sums.messages)} messages to people, ` +
      `${number.format(sums.posts)} requests to endpoints, ` +
      `${(sums.seeds / seconds).toFixed(1)} seeds/s`,
    `faults: ${[...faults]
      .sort(([, a], [, b]) => b - a)
      .map(([kind, count]) => `${kind} ${number.format(count)}`)
      .join(', ')}`,
  ].join('\n')
