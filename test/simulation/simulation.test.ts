import { expect, test } from 'vitest'
import { describeFailure } from './report.ts'
import { faultsOf, scenarioOf } from './scenario.ts'
import { simulate } from './simulate.ts'

/** So many seeds take most of a minute. */
const seeds = 100
const batch = 25

const failureOf = async (seed: number): Promise<string> =>
  describeFailure(await simulate(scenarioOf(seed)))

test.each(Array.from({ length: seeds / batch }, (_, n) => n * batch + 1))(
  'the promise holds under every fault, for the seeds from %i on',
  async (first) => {
    for (let seed = first; seed < first + batch; seed++) expect(await failureOf(seed)).toBe('')
  },
  120_000,
)

test('a run is a function of its seed', async () => {
  const run = () => simulate({ seed: 7, employees: 6, days: 1, faults: faultsOf(7) })
  const [first, second] = [await run(), await run()]
  expect(second.observed.deliveries).toEqual(first.observed.deliveries)
  expect(first.observed.deliveries.length).toBeGreaterThan(0)
})
