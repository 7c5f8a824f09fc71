import { randomUUID } from 'node:crypto'
import { DeleteCommand, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb'
import { test as engineTest } from './engine-test.ts'

/** A test with a table of its own. */
export const test = engineTest.extend('table', async ({ engines: { createTable, documents } }) => {
  const name = `table-${randomUUID()}`
  await createTable(name)
  return {
    name,
    /** Writes an item as it is: as another version of this code, or no code, would have. */
    write: (Item: Record<string, unknown>) =>
      documents.send(new PutCommand({ TableName: name, Item })),
    /** Removes an item, as DynamoDB does when it has expired. */
    remove: (Key: { pk: string; sk: string }) =>
      documents.send(new DeleteCommand({ TableName: name, Key })),
    /** An item as it lies in the table. */
    itemAt: async (Key: { pk: string; sk: string }) =>
      (await documents.send(new GetCommand({ TableName: name, Key }))).Item,
  }
})
