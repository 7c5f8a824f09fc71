import { availableParallelism, cpus, totalmem } from 'node:os'
import { prices } from '../../cli/cost/prices.ts'
import type { Setup } from '../measuring/figures.ts'
import { soonWarm } from '../measuring/run.ts'

/** One table of the page. */
export type Measured = { setup: Setup; table: string }

/** What a page was measured on. */
export const machine = (): string => {
  const gigabytes = Math.round(totalmem() / 1024 ** 3)
  const model = cpus()[0]?.model ?? process.arch
  return `${availableParallelism()} cores (${model}), ${gigabytes} GB, ${process.platform} ${process.arch}, Node ${process.version}`
}

/**
 * The page docs/benchmarks.md.
 * @param command that wrote it
 * @param date `YYYY-MM-DD`
 */
export const pageOf = (
  measured: readonly Measured[],
  { latency, inFlight }: Omit<Setup, 'employees'>,
  { command, date, days }: { command: string; date: string; days: number },
): string => `# Benchmarks

What a poll costs beyond its calls, beside what a competent team would write in a week. Written by

\`\`\`console
$ ${command}
\`\`\`

on ${date}, on ${machine()}.
The machine is shared and busy: rows compare with each other, not with those of another machine or day.

## What is measured

- **ours**: the poll of a shard as it is deployed, shard after shard in one process, with the real
  stores, API client and AWS SDK clients. Logs and metrics are left out.
- **plain**: \`bench/plain-poller\`. An item for each employee is read at every poll, compared with the last
  day's clockings and written; each event is one \`Publish\`, before the item is written. It knows no
  absences, no corrections and no removals, and loses what an outage of more than a day hid from it.
- **bare**: a \`node:http\` client over kept connections that makes the same calls and does nothing with the
  answers. No poller can be cheaper.

Each runs in a process of its own, so that its CPU is its own. So does the API, which answers after ${latency} ms;
each has an embedded DynamoDB and SNS of its own, in another process on the same cores, so that wall time
suffers from what an emulator costs. ${inFlight} calls are in flight at once. The three poll through the same days in
turn: one that is not measured (and of which, from ${soonWarm} employees on, only the first and the last poll are
made), then ${days} of which the medians are shown.

- **idle poll**: nobody does anything, three times a day.
- **shift start**: everyone clocks in within 5 minutes; five polls, a minute apart. CPU, units and calls are
  those of one poll, as in all rows.
- **ordinary minutes**: one in 120 begins their break, each minute of five.
- **everyone clocks out**: within the minute before one poll.

The *floor* of wall time is calls × latency ÷ calls in flight. Units are what DynamoDB says was consumed. A
shard is 250 employees. *Missed* is what of the truth was not acknowledged by SNS, breaks included, over all
measured days, and after two days that follow them on which nobody polls and everybody works. *Change to
publication* goes by a clock that is set forward between polls, which are a minute apart. *Dollars a month*
are Lambda, DynamoDB and SNS for a poll of everyone every minute, at this latency, without a limit on
requests, and at the prices of ${prices.asOf}: with memory and events a day as \`npm run cost\` assumes them,
which has the whole bill. Where the time goes is in
[decisions/cpu-of-a-poll.md](decisions/cpu-of-a-poll.md), and what happens when many clock in at once in [bursts](bursts.md).

${measured.map(({ setup, table }) => `## ${setup.employees} employees\n\n${table}`).join('\n\n')}
`
