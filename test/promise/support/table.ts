import {
  type AttributeValue,
  DeleteItemCommand,
  type DynamoDBClient,
  PutItemCommand,
  paginateScan,
} from '@aws-sdk/client-dynamodb'

/** An item as it lies in the table. */
export type Item = Record<string, AttributeValue>

/** The text of an attribute, empty where there is none. */
export const textOf = (item: Item, name: string): string => item[name]?.S ?? ''

const keyOf = (item: Item): string => `${textOf(item, 'pk')} ${textOf(item, 'sk')}`

/** The table beneath the system: what an operator's console would show. */
export const tableOf = (client: DynamoDBClient, tableName: string) => {
  const all = async (): Promise<Item[]> => {
    const items: Item[] = []
    const scan = { TableName: tableName, ConsistentRead: true }
    for await (const page of paginateScan({ client }, scan)) items.push(...(page.Items ?? []))
    return items.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
  }
  const put = async (item: Item): Promise<void> => {
    await client.send(new PutItemCommand({ TableName: tableName, Item: item }))
  }
  const remove = async ({ pk, sk }: Item): Promise<void> => {
    if (pk === undefined || sk === undefined) throw new Error('An item without keys')
    await client.send(new DeleteItemCommand({ TableName: tableName, Key: { pk, sk } }))
  }
  const get = async (pk: string, sk: string): Promise<Item> => {
    const found = (await all()).find((item) => keyOf(item) === `${pk} ${sk}`)
    if (found === undefined) throw new Error(`There is no ${pk} ${sk}`)
    return found
  }
  return {
    all,
    get,
    put,
    remove,

    /** The item of an employee, wherever they are. */
    employee: async (employeeId: string): Promise<Item> => {
      const sk = `EMPLOYEE#${employeeId}`
      const found = (await all()).find((item) => textOf(item, 'sk') === sk)
      if (found === undefined) throw new Error(`There is no ${sk}`)
      return found
    },

    /** What the table's time to live does, a moment after an item's. */
    expire: async (now: number): Promise<void> => {
      for (const item of await all())
        if (Number(item['ttl']?.N ?? 'NaN') * 1_000 < now) await remove(item)
    },
  }
}

const sizeOfValue = (value: AttributeValue): number => {
  if (value.S !== undefined) return Buffer.byteLength(value.S)
  if (value.N !== undefined) return Math.ceil(value.N.replace(/[-.]/g, '').length / 2) + 2
  if (value.L !== undefined) return value.L.reduce((sum, each) => sum + 1 + sizeOfValue(each), 3)
  if (value.M !== undefined) return sizeOf(value.M) + 3 + Object.keys(value.M).length
  return 1
}

/** The size of an item in bytes, as DynamoDB measures it against its 400 KB. */
export const sizeOf = (item: Item): number =>
  Object.entries(item).reduce(
    (sum, [name, value]) => sum + Buffer.byteLength(name) + sizeOfValue(value),
    0,
  )

export const largestItem = 400 * 1024
