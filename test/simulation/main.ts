import { readOptions, type SimulateOptions } from './options.ts'
import { describeFailure, traceOf } from './report.ts'
import { faultsOf, type Scenario } from './scenario.ts'
import { shrink } from './shrink.ts'
import { simulate } from './simulate.ts'
import { createTotals, describeTotals } from './totals.ts'

const print = (text: string): void => {
  process.stdout.write(`${text}\n`)
}

const scenarioOf = (seed: number, { employees, days, faults }: SimulateOptions): Scenario => ({
  seed,
  employees,
  days,
  faults: faults ?? faultsOf(seed),
})

/** Runs seeds one after another. @returns those that failed */
const run = async (options: SimulateOptions): Promise<number[]> => {
  const { from, seeds, seed } = options
  const [first, count] = seed === undefined ? [from, seeds] : [seed, 1]
  const totals = createTotals()
  const failed: number[] = []
  const began = performance.now()
  const isInteractive = process.stderr.isTTY
  for (let next = first; next < first + count; next++) {
    const scenario = scenarioOf(next, options)
    if (options.trace) for (const line of await traceOf(scenario)) print(line)
    const result = await simulate(scenario)
    totals.add(result)
    if (isInteractive) process.stderr.write(`\rseed ${next} `)
    if (result.violations.length === 0) continue
    failed.push(next)
    print(await describeFailure(result))
    if (failed.length === 1 && seed === undefined)
      print(`Smaller:\n${await describeFailure(await shrink(result))}`)
  }
  print(describeTotals(totals, (performance.now() - began) / 1_000))
  return failed
}

const failed = await run(readOptions(process.argv))
if (failed.length > 0) {
  print(`FAILED: ${failed.length} seeds: ${failed.slice(0, 20).join(' ')}`)
  process.exitCode = 1
}
