import type { SourceMutant } from './source-mutant.ts'

const memory = 'lib/polling/shard/shard-memory.ts'

/** What a warm poll may go by instead of reading. */
export const warmMutants: readonly SourceMutant[] = [
  {
    name: 'a warm poll goes by what it remembers, whatever the revision',
    file: memory,
    find: 'last.revision === before && ',
    replace: '',
    test: 'test/polling/shard/shard-memory.test.ts',
  },
  {
    name: 'a poll that writes leaves the revision as it was',
    file: memory,
    find: 'hasWritten ? owner : (before ?? owner)',
    replace: 'before ?? owner',
    test: 'test/polling/shard/shard-memory.test.ts',
  },
  {
    name: 'a warm poll does not notice a roster refresh',
    file: memory,
    find: ' && isSameEdit(last.edit, edit)',
    replace: '',
    test: 'test/polling/shard/shard-memory.test.ts',
  },
  {
    name: 'what was saved is remembered as it was read',
    file: memory,
    find: `hasWritten = true
          packed = null`,
    replace: 'hasWritten = true',
    test: 'test/polling/shard/shard-memory.test.ts',
  },
  {
    name: 'what has been delivered is remembered as what waits',
    file: memory,
    find: `packed = null
          employees.set(state.employeeId, state)`,
    replace: 'employees.set(state.employeeId, state)',
    test: 'test/polling/shard/shard-memory.test.ts',
  },
  {
    name: 'who was overtaken is remembered as they were',
    file: memory,
    find: 'unsure.size === 0',
    replace: 'true',
    test: 'test/polling/shard/shard-memory.test.ts',
  },
  {
    name: 'whoever fails without the lease leaves the memory of others as it is',
    file: 'lib/store/shard-leases.ts',
    find: 'if (!(await ifCondition(drop))) await dropRevision(shardId, owner)',
    replace: 'await ifCondition(drop)',
    test: 'test/simulation/shard.contract.test.ts',
  },
  {
    name: 'whoever has lost the lease leaves the memory of who still works as it is',
    file: 'lib/store/shard-leases.ts',
    find: ' && leaseOwner !== disturbed',
    replace: ' && disturbed !== null',
    test: 'test/simulation/shard.contract.test.ts',
  },
]
