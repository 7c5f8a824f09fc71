import { troubled } from './endpoint-runs.ts'
import type { SourceMutant } from './source-mutant.ts'

/** For how long an endpoint is left alone, and of whom. */
export const endpointPausesMutants: readonly SourceMutant[] = [
  {
    name: 'an endpoint that fails at a single event is left alone for a minute',
    file: 'lib/webhooks/sending/tally.ts',
    find: 'sent.failures >= manyFailures',
    replace: 'sent.failures >= 1',
    test: 'test/webhooks/failing-endpoint.test.ts',
  },
  {
    name: 'an endpoint that throttles one person is left alone for as long as it asks',
    file: 'lib/webhooks/sending/throttling.ts',
    find: 'isEveryone ? until : inDoubtUntil',
    replace: 'until',
    run: { seed: 2, ...troubled },
  },
  {
    name: 'an endpoint that is down is asked every three minutes',
    file: 'lib/webhooks/retry-schedule.ts',
    find: 'export const pauseWhenDown = minute',
    replace: 'export const pauseWhenDown = 3 * minute',
    run: { seed: 24, ...troubled },
  },
]
