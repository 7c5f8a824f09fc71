import { expect } from 'vitest'
import { createEmployeeStore } from '../../../lib/store/employee-store.ts'
import { readSavedState } from '../../../lib/store/saved-state.ts'
import { createShardStore } from '../../../lib/store/shard-store.ts'
import { clock, watch } from '../support/people.ts'
import { spoil } from '../support/spoil.ts'
import { test } from '../support/system.ts'

test('who may be in by a clocking that cannot be read is uncertain for whoever asks who is in, until it can be', async ({
  start,
  engines,
}) => {
  const system = await start()
  await watch(system, 3)
  clock(system.world, 1, { start: '2026-11-16T08:05:00Z', end: null })
  const id = clock(system.world, 2, { start: '2026-11-16T08:05:00Z', end: null })
  const mend = spoil(system, id, { start: 'yesterday' })
  const uncertain = async (): Promise<number> => {
    const saved = await readSavedState({
      shards: createShardStore(engines.documents, system.tableName),
      employees: createEmployeeStore(engines.documents, system.tableName),
    })
    return saved.uncertain
  }
  await system.pollAfter(10, 1, 1)
  expect(await uncertain()).toBe(1)
  mend()
  await system.pollAfter(10, 1, 1)
  expect(await uncertain()).toBe(0)
})
