import { availableParallelism, cpus, totalmem } from 'node:os'
import { prices } from '../../cli/cost/prices.ts'
import type { Setup } from '../measuring/figures.ts'
import { manyFrom, soonWarm } from '../measuring/run.ts'

/** One size of an organisation on the page: its number of employees, and what is written of it. */
export type SizeSection = { employees: number; text: string }

/** What a page was measured on. */
export const machine = (): string => {
  const gigabytes = Math.round(totalmem() / 1024 ** 3)
  const model = cpus()[0]?.model ?? process.arch
  return `${availableParallelism()} cores (${model}), ${gigabytes} GB, ${process.platform} ${process.arch}, Node ${process.version}`
}

/** How an organisation was polled, as it is typed. */
export const mannerOf = ({ latency, inFlight }: Omit<Setup, 'employees'>, days: number): string =>
  `--latency ${latency} --in-flight ${inFlight} --days ${days}`

/** @param date `YYYY-MM-DD` */
export const sectionOf = (
  setup: Setup,
  days: number,
  date: string,
  table: string,
): SizeSection => ({
  employees: setup.employees,
  text: `Measured on ${date}, on ${machine()}, by \`--employees ${setup.employees} ${mannerOf(setup, days)}\`.

${table}`,
})

/** The sections of a page, those alone that were measured in the same manner. */
export const sectionsOnPage = (page: string, manner: string): SizeSection[] =>
  page
    .split(/^## /m)
    .slice(1)
    .flatMap((section) => {
      const [, employees, text = ''] =
        /^(\d+) employees\n\n([\s\S]*)$/.exec(section.trimEnd()) ?? []
      const isSame = text.includes(` ${manner}\``)
      return isSame ? [{ employees: Number(employees), text }] : []
    })

/** All of some sections, and of others those of other sizes, the smallest first. */
export const withSections = (
  known: readonly SizeSection[],
  measured: readonly SizeSection[],
): SizeSection[] =>
  [
    ...known.filter((section) => !measured.some((each) => each.employees === section.employees)),
    ...measured,
  ].sort((a, b) => a.employees - b.employees)

/** The page docs/benchmarks.md. */
export const pageOf = (
  sections: readonly SizeSection[],
  setup: Omit<Setup, 'employees'>,
  days: number,
): string => `# Benchmarks

What a poll costs beyond its calls, beside what a competent team would write in a week. Written by

\`\`\`console
$ npm run bench -- --employees 250,2500 ${mannerOf(setup, days)} --page docs/benchmarks.md
\`\`\`

which leaves tables of other sizes as they are.
The machine is shared and busy: rows compare with each other, not with those of another machine or day.

## What is measured

- **ours**: the poll of a shard as it is deployed, shard after shard in one process, with the real
  stores, API client and AWS SDK clients. Logs and metrics are left out.
- **plain**: \`bench/plain-poller\`. An item for each employee is read at every poll, compared with the last
  day's clockings and written; each event is one \`Publish\`, before the item is written. It knows no
  absences, no corrections and no removals, and loses what an outage of more than a day hid from it.
- **bare**: a \`node:http\` client over kept connections that makes the same calls and does nothing with the
  answers. No poller can be cheaper.

Each runs in a process of its own, so that its CPU is its own. So does the API, which answers after ${setup.latency} ms;
each has an embedded DynamoDB and SNS of its own, in another process on the same cores, so that wall time
suffers from what an emulator costs. ${setup.inFlight} calls are in flight at once. The three poll through the same days in
turn: one that is not measured (and of which, from ${soonWarm} employees on, only the first and the last poll are
made), then ${days} of which the medians are shown.

From ${manyFrom} employees on, each measurement below is one poll, after the five minutes of a shift's start and the first of the ordinary ones.

- **idle poll**: nobody does anything, three times a day. *But for DynamoDB* leaves out what the two writes of ours wait for an emulator.
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

${sections.map(({ employees, text }) => `## ${employees} employees\n\n${text}`).join('\n\n')}
`
