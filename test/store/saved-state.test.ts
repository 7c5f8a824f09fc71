import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { readSavedState } from '../../lib/store/saved-state.ts'
import { shardName } from '../../lib/store/tables.ts'
import { anId, aState } from '../harness/builders.ts'
import { aShard } from '../harness/shards.ts'

test('everybody is read, and never more shards at once than there are connections', async () => {
  const count = 400
  let inFlight = 0
  let most = 0
  const { employees, shards } = await readSavedState({
    shards: {
      all: async () => ({
        shards: Array.from({ length: count }, (_, n) => aShard({ shardId: shardName(n + 1) })),
        unreadable: [],
      }),
    },
    employees: {
      inShard: async (shardId) => {
        most = Math.max(most, ++inFlight)
        await setImmediate()
        inFlight--
        return { employees: [aState({ employeeId: anId(Number(shardId)) })], unreadable: [] }
      },
    },
  })
  expect(shards).toHaveLength(count)
  expect(employees.map(({ employeeId }) => employeeId)).toEqual(
    Array.from({ length: count }, (_, n) => anId(n + 1)),
  )
  // The AWS SDK has fifty, and gives up on whoever waits for one for a second.
  expect(most).toBeLessThan(50)
})
