import { expect, test } from 'vitest'
import { describeFailure } from './report.ts'
import type { Scenario } from './scenario.ts'
import { simulate } from './simulate.ts'

/** A small organisation in which nothing fails but what is told to. */
const quiet: Scenario = { seed: 53, employees: 3, days: 1, faults: [] }

test.each(['before', 'after'] as const)(
  'a crash %s any one effect loses nothing and invents nothing',
  async (when) => {
    let effect = 0
    for (let hasCrashed = true; hasCrashed; ) {
      effect++
      const result = await simulate(quiet, { killAt: { effect, when } })
      hasCrashed = result.faults.has('crash')
      expect(result.violations, `${when} effect ${effect}`).toEqual([])
    }
    expect(effect).toBeGreaterThan(100)
  },
  120_000,
)

test('a failure is told with what broke, what happened and how to run it again', async () => {
  const result = await simulate(quiet)
  const broken = {
    ...result,
    violations: [{ invariant: 'the outbox empties', employeeId: null, message: '1 event waits' }],
  }
  const text = await describeFailure(broken)
  expect(text).toContain('Seed 53 breaks "the outbox empties"')
  expect(text).toContain('--seed 53 --employees 3 --days 1 --faults none --trace')
})
