import type { SourceMutant } from './source-mutant.ts'

const vouching = 'lib/polling/publishing/vouching.ts'
const delivered = 'lib/store/delivered.ts'

/** What tells that an outbox has been delivered where no write of its own has cleared it. */
export const vouchingMutants: readonly SourceMutant[] = [
  {
    name: 'a poll vouches for what may have been saved and was not published',
    file: vouching,
    find: 'if (open === 0) return true',
    replace: 'if (open >= 0) return true',
  },
  {
    name: 'a poll vouches for what SNS did not take',
    file: vouching,
    find: 'visit.save(shardId, { ...state, outbox: pending })',
    replace: 'visit.save(shardId, { ...state, outbox: pending }, poll)',
  },
  {
    name: 'the polls that are vouched for go on over one that was killed',
    file: delivered,
    find: 'from: delivered !== undefined && goesOnWith(delivered, poll) ? delivered.from : poll,',
    replace: 'from: delivered?.from ?? poll,',
    test: 'test/store/delivered.test.ts',
  },
]
