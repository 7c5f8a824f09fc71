import { expect, test } from 'vitest'
import { killAtEach, killEndpointsAtEach, quiet } from './crash-points.ts'
import { describeFailure } from './report.ts'
import { simulate } from './simulate.ts'

/** CI tries every effect (`crash-points.long.ts`). */
const step = 29
const stepOfEndpoints = 134

test.each(['before', 'after'] as const)(
  'a crash %s any one of these effects loses nothing and invents nothing',
  (when) => killAtEach(when, step),
)

test.each(['before', 'after'] as const)(
  'a crash %s any one of these effects loses no webhook, no replay and nothing of a snapshot',
  (when) => killEndpointsAtEach(when, stepOfEndpoints),
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
