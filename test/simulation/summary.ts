import { createHash } from 'node:crypto'
import { describeFailure } from './report.ts'
import type { Scenario } from './scenario.ts'
import { type Options, type Result, simulate } from './simulate.ts'

/** What is kept of a run once it is over: plain data, which can go between threads. */
export type Summary = {
  seed: number
  /** What broke, told for a person; empty where nothing did. */
  failure: string
  polls: number
  calls: number
  events: number
  deliveries: number
  /** Messages that people got. */
  messages: number
  /** Requests to endpoints. */
  posts: number
  faults: [kind: string, count: number][]
  /** Of all that was published, in its order, and of what is stored in the end: the same where nothing else came of it. */
  digest: string
}

const digestOf = ({ published, states }: Result['observed']): string =>
  createHash('sha256')
    .update(JSON.stringify([published.map(({ body }) => body), states]))
    .digest('hex')

const summaryOf = ({ scenario, observed, faults }: Result, failure: string): Summary => ({
  seed: scenario.seed,
  failure,
  polls: observed.polls.length,
  calls: observed.calls,
  events: observed.origins.size,
  deliveries: observed.deliveries.length,
  messages: observed.alerts.said.length,
  posts: observed.webhooks.requests.length,
  faults: [...faults],
  digest: digestOf(observed),
})

/** Runs a scenario and sums it up. */
export const summarise = async (scenario: Scenario, options?: Options): Promise<Summary> => {
  const result = await simulate(scenario, options)
  return summaryOf(result, await describeFailure(result))
}
