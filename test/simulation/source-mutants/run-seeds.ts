import { openSeeds } from '../open-seeds.ts'
import { scenarioOf } from '../scenario.ts'
import { simulate } from '../simulate.ts'
import { sourceMutants } from './all.ts'
import { simulateNamed } from './simulate-named.ts'

/**
 * Runs seeds until one fails. Arguments: how many of the first, or one seed of the mutant's own shape alone. Before
 * the first goes the run that is known to find the mutant, where it names one, and, as any change of the product makes
 * another run of it, others of its shape. The first seeds are taken in the order in which they find the most in the
 * least time: with the most faults a day. A change of what delivers webhooks, or sends again, is looked for where
 * there are endpoints. Those that fail in any case say nothing of a mutant. Ends with status 3 where none of them does.
 */
const [, , count, alone] = process.argv
const { run, file = '' } = sourceMutants.find(({ name }) => name === process.env['MUTANT']) ?? {}

/** So many others of a shape are tried: the first. */
const ofItsShape = 120
const isOfAShape = Object.keys(run ?? {}).some((key) => key !== 'seed' && key !== 'killAt')
const shapeSeeds =
  alone === undefined
    ? Array.from({ length: isOfAShape ? ofItsShape : 0 }, (_, n) => n + 1)
    : [Number(alone)]

const needsEndpoints = /^lib\/(store\/)?(webhooks|replays)\//.test(file)
const firstSeeds = Array.from({ length: Number(count) }, (_, n) => scenarioOf(n + 1))
  .filter(({ seed, webhooks }) => !openSeeds.has(seed) && (webhooks === true || !needsEndpoints))
  .sort((a, b) => b.faults.length / b.days - a.faults.length / a.days)

const named = run === undefined || alone !== undefined ? [] : [run]
const others = run === undefined ? [] : shapeSeeds.map((seed) => ({ ...run, seed }))
const runs = [
  ...named.map((each) => ({ of: 'seed', next: () => simulateNamed(each) })),
  ...others.map((each) => ({ of: 'shape', next: () => simulateNamed(each) })),
  ...firstSeeds.map((scenario) => ({ of: 'seed', next: () => simulate(scenario) })),
]
let failed: string | null = null
for (const { of, next } of runs) {
  const { scenario, violations } = await next()
  const [first] = violations
  if (first === undefined) continue
  failed = `${of} ${scenario.seed}: ${first.invariant}`
  break
}
process.stdout.write(`${failed ?? 'no seed fails'}\n`)
process.exitCode = failed === null ? 3 : 0
