import { machine } from '../report/page.ts'
import type { BurstOptions } from './orders.ts'
import { gatheredFor } from './orders.ts'

/** One burst of the page. */
export type MeasuredBurst = { options: BurstOptions; table: string }

/**
 * The page docs/bursts.md.
 * @param command that wrote it
 * @param date `YYYY-MM-DD`
 */
export const burstPage = (
  measured: readonly MeasuredBurst[],
  { latency, pollers }: BurstOptions,
  { command, date }: { command: string; date: string },
): string => `# Bursts

What becomes of many who clock in within one minute, where SNS takes few messages a second. Written by

\`\`\`console
$ ${command}
\`\`\`

on ${date}, on ${machine()}.
The machine is shared and busy: what takes CPU here takes as long as it is given, so that times are what they are at most.

## What is measured

Everything is as it is deployed but for the API and AWS: the dispatcher plans every minute, ticks go through the queue, and
${pollers} pollers at once, each with a memory and a [pace](decisions/publishing-rate.md) of its own, poll 250 employees a tick, save,
publish and keep the event log. DynamoDB, SNS and SQS are the embedded ones, in one process; the API answers after ${latency} ms, in
another. The smallest regions take 300 messages a second. One channel of Slack is told of everyone who comes, gathered for
${gatheredFor} s.

Once everyone has been asked about, and all of them once more, some clock in, all within one minute and all over the roster.
*Told* is what SNS took, seen by a subscriber: each once, with the moment at which SNS had it. The *fullest second* is the worst of
all, wherever it begins. *Longest without an answer* is how long the one has waited who has waited longest, of all employees:
asking about all of them takes as long as the requests a second allow, or the machine. *Cores busy* says which: of all processes
together, in a minute before, and from the first clock-in until the last was told.

${measured.map(({ options, table }) => `## ${options.employees} employees\n\n${table}`).join('\n\n')}
`
