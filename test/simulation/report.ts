import { utc } from './oracle/moments.ts'
import type { Scenario } from './scenario.ts'
import { type Result, simulate, type TraceLine } from './simulate.ts'

/** Lines of a trace that a person reads before asking for all of it. */
const shortTrace = 40

const anyId = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

/** The command that runs a scenario again, with everything that happens. */
const replayOf = ({ seed, employees, days, faults, overHttp, webhooks }: Scenario): string =>
  `npm run simulate -- --seed ${seed} --employees ${employees} --days ${days}` +
  `${overHttp === true ? ' --http' : ''}${webhooks === true ? ' --webhooks' : ''} --faults ${faults.join(',') || 'none'} --trace`

const written = ({ at, text }: TraceLine): string => `  ${utc(at)}  ${text.slice(0, 220)}`

/** Runs a scenario again and keeps what happened. */
export const traceOf = async (scenario: Scenario): Promise<string[]> => {
  const lines: TraceLine[] = []
  await simulate(scenario, { trace: (line) => lines.push(line) })
  return lines.map(written)
}

/**
 * What a person needs to understand a failed run: what was broken, what happened to the
 * employee concerned and in between, the faults that were on, and how to run it again.
 */
export const describeFailure = async ({ scenario, violations }: Result): Promise<string> => {
  const [first] = violations
  if (first === undefined) return ''
  const { invariant, employeeId, message } = first
  const all = await traceOf(scenario)
  const about = [...(employeeId === null ? [] : [employeeId]), ...(message.match(anyId) ?? [])]
  const lines = all.filter((line) => about.length === 0 || about.some((id) => line.includes(id)))
  return [
    `Seed ${scenario.seed} breaks "${invariant}" (${violations.length} in all):`,
    `  ${employeeId ?? 'the system'}: ${message.slice(0, 600)}`,
    `  ${scenario.employees} employees, ${scenario.days} days, faults: ${scenario.faults.join(', ') || 'none'}`,
    ...lines.slice(-shortTrace),
    `Run it again: ${replayOf(scenario)}`,
  ].join('\n')
}
