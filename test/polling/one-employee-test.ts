import type { EmployeeState, OutboxEntry } from '../../lib/attendance/state/state.ts'
import type { SavingPorts } from '../../lib/polling/publishing/save-and-publish.ts'
import { createEmployeeStore } from '../../lib/store/employee-store.ts'
import { aState } from '../harness/builders.ts'
import { aPublication } from '../harness/publication.ts'
import { test as tableTest } from '../harness/table-test.ts'

export const shard = '0001'

/** A test with one employee in a table, and topics that take as many events as it allows. */
export const test = tableTest
  .extend('store', ({ engines, table }) => createEmployeeStore(engines.documents, table.name))
  .extend(
    'saved',
    async ({ store }) => (await store.save(shard, aState({ version: 0 }))) ?? aState(),
  )
  .extend('current', ({ store }) => async (): Promise<EmployeeState | undefined> => {
    const { employees } = await store.inShard(shard, { isConsistent: true })
    return employees[0]
  })
  .extend('aTopic', ({ store }) => (takes = Number.POSITIVE_INFINITY) => {
    const published: OutboxEntry[] = []
    const failures: string[] = []
    let writes = 0
    const ports: SavingPorts = {
      save: (shardId, state) => {
        writes += 1
        return store.save(shardId, state)
      },
      publish: async (entries) => {
        const taken = entries.slice(0, Math.max(0, takes - published.length))
        return aPublication(entries, (id) => taken.some((each) => each.id === id), 'Throttled')
      },
      onPublished: (entry) => published.push(entry),
      onPublishFailure: (id, reasons) => failures.push(id, ...reasons),
    }
    return { ports, published, failures, writes: () => writes }
  })
