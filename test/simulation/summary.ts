import { describeFailure } from './report.ts'
import type { Scenario } from './scenario.ts'
import { type Result, simulate } from './simulate.ts'

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
}

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
})

/** Runs a scenario and sums it up. */
export const summarise = async (scenario: Scenario): Promise<Summary> => {
  const result = await simulate(scenario)
  return summaryOf(result, await describeFailure(result))
}
