import { endWithNpm } from '../../local/end-with-npm.ts'
import { openSeeds } from './open-seeds.ts'
import { readSimulateOptions, type SimulateOptions } from './options.ts'
import { describeFailure, traceOf } from './report.ts'
import { type Scenario, scenarioOf } from './scenario.ts'
import { shrink } from './shrink.ts'
import { simulate } from './simulate.ts'
import { createTotals, describeTotals } from './totals.ts'
import { type Job, runOnWorkers } from './workers.ts'

const print = (text: string): void => {
  process.stdout.write(`${text}\n`)
}

/** Enough for most of what can go wrong, in a fraction of the time. */
const smallSize = { employees: 6, days: 2 }

/** What a seed is by the command line; a share of the seeds are of each kind where it says nothing. */
const chosen = (
  seed: number,
  { employees, days, faults, small, http, webhooks }: SimulateOptions,
): Scenario => ({
  ...scenarioOf(seed, {
    employees,
    days,
    ...(faults && { faults }),
    ...(webhooks && { webhooks }),
  }),
  ...(small === true && smallSize),
  ...(http === true && { overHttp: true }),
})

/** Whether somebody has seen enough: a first Ctrl-C begins no further seed, so that what was run is said; a second one ends it all. */
let isInterrupted = false
process.once('SIGINT', () => {
  isInterrupted = true
  process.exitCode = 130
})

/** The scenarios of the command line, one after another, as long as there is time. */
const scenariosOf = (options: SimulateOptions, began: number): (() => Job | null) => {
  const { from, seeds, seed, minutes } = options
  const [first, count] = seed === undefined ? [from, seeds] : [seed, 1]
  const until = minutes === undefined ? Number.POSITIVE_INFINITY : began + minutes * 60_000
  let next = first
  return () => {
    if (isInterrupted || next >= first + count || performance.now() > until) return null
    const scenario = chosen(next, options)
    next++
    return { scenario }
  }
}

/** Runs seeds. @returns those that failed */
const run = async (options: SimulateOptions): Promise<number[]> => {
  const began = performance.now()
  const totals = createTotals()
  const failed: number[] = []
  await runOnWorkers(options.jobs, scenariosOf(options, began), (summary) => {
    totals.add(summary)
    if (options.digest) print(`seed ${summary.seed} ${summary.digest}`)
    if (process.stderr.isTTY) process.stderr.write(`\rseed ${summary.seed} `)
    if (summary.failure === '') return
    const open = options.seed === undefined ? openSeeds.get(summary.seed) : undefined
    if (open !== undefined) return print(`Seed ${summary.seed} fails, as is known: ${open}\n`)
    failed.push(summary.seed)
    print(summary.failure)
  })
  print(describeTotals(totals, (performance.now() - began) / 1_000))
  return failed
}

const options = readSimulateOptions(process.argv)
endWithNpm()
if (options.trace && options.seed !== undefined) {
  const job = scenariosOf(options, performance.now())()
  if (job !== null) for (const line of await traceOf(job.scenario)) print(line)
}
const failed = await run(options)
const [first] = failed.sort((a, b) => a - b)
if (first !== undefined) {
  if (options.seed === undefined) {
    const result = await simulate(chosen(first, options))
    print(`Smaller:\n${await describeFailure(await shrink(result))}`)
  }
  print(`FAILED: ${failed.length} seeds: ${failed.slice(0, 20).join(' ')}`)
  process.exitCode = 1
}
