import { type AttributeValue, DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { PutCommand } from '@aws-sdk/lib-dynamodb'
import { documentClient } from '../../lib/store/document-client.ts'

/** So many bytes an item of DynamoDB may have. */
export const itemLimit = 400 * 1024

const sum = (sizes: number[]): number => sizes.reduce((total, size) => total + size, 0)

const sizeOf = (value: AttributeValue): number => {
  if (value.S !== undefined) return Buffer.byteLength(value.S)
  // Two digits a byte, and one more; rounded up, and a byte for a sign.
  if (value.N !== undefined) return Math.ceil(value.N.length / 2) + 2
  if (value.L !== undefined) return 3 + sum(value.L.map((each) => 1 + sizeOf(each)))
  if (value.M !== undefined) return 3 + Object.keys(value.M).length + sizeOfEntries(value.M)
  return 1
}

const sizeOfEntries = (entries: Record<string, AttributeValue>): number =>
  sum(Object.entries(entries).map(([name, value]) => Buffer.byteLength(name) + sizeOf(value)))

/** A client that sends nothing, and says what size the item of a put has as it would be sent. */
const measuring = () => {
  const client = new DynamoDBClient({
    region: 'eu-west-1',
    credentials: { accessKeyId: 'nobody', secretAccessKey: 'nothing' },
  })
  let size = 0
  client.middlewareStack.add(
    () =>
      async ({ request }) => {
        const isObject = typeof request === 'object' && request !== null
        if (isObject && 'body' in request && request.body instanceof Uint8Array) {
          const body = new TextDecoder().decode(request.body)
          const { Item }: { Item: Record<string, AttributeValue> } = JSON.parse(body)
          size = sizeOfEntries(Item)
        }
        return { response: {}, output: { $metadata: {} } }
      },
    { step: 'build', priority: 'high' },
  )
  return { document: documentClient(client), size: () => size }
}

const { document, size } = measuring()

/** The bytes of an item as DynamoDB counts them, from what the SDK sends. */
export const dynamoDbSize = async (Item: Record<string, unknown>): Promise<number> => {
  await document.send(new PutCommand({ TableName: 'measured', Item }))
  return size()
}
