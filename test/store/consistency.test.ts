import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { expect, test } from 'vitest'
import { createDeliveryStore } from '../../lib/store/deliveries/delivery-store.ts'
import { documentClient } from '../../lib/store/document-client.ts'
import { createEmployeeStore } from '../../lib/store/employee-store.ts'
import { createShardStore } from '../../lib/store/shard-store.ts'

/** A client that finds nothing, and says how it was asked: the embedded engine is always consistent. */
const watched = () => {
  const consistent: unknown[] = []
  const client = documentClient(new DynamoDBClient({ region: 'eu-west-1' }))
  client.middlewareStack.add(
    () => async (args) => {
      consistent.push(Object(args.input)['ConsistentRead'])
      return { output: { $metadata: {} }, response: {} }
    },
    { step: 'initialize', priority: 'high' },
  )
  return { client, consistent }
}

test('shards and what waits are read as they were last written', async () => {
  const { client, consistent } = watched()
  expect(await createShardStore(client, 'table').all()).toEqual({ shards: [], unreadable: [] })
  const { waiting, next } = await createDeliveryStore(client, 'table', () => 0).waiting('slack')
  expect([waiting, next]).toEqual([[], null])
  expect(consistent).toEqual([true, true])
})

test('employees are read at half the price unless they must be as last written', async () => {
  const { client, consistent } = watched()
  const store = createEmployeeStore(client, 'table')
  expect(await store.inShard('0001')).toEqual({ employees: [], unreadable: [] })
  await store.inShard('0001', { isConsistent: true })
  expect(consistent).toEqual([false, true])
})
