import { DeleteCommand, type DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb'
import * as z from 'zod'
import type { EpochMs } from '../../attendance/moments.ts'
import { itemsAt } from '../batches.ts'
import { ifCondition } from '../errors.ts'
import { codec } from '../schema.ts'
import { expiryOf, webhookKeys } from '../tables.ts'

/** The event that holds back the later ones of an employee, and when it is tried next, UTC. */
const Held = z.object({ id: z.string(), sequence: z.string(), until: z.string() })
export type Held = z.infer<typeof Held>

const heldCodec = codec('what is held back', Held, [(item) => item])

/** Whose events wait for an earlier one, at endpoints that want them in order. */
export type HoldStore = {
  /** What holds back whom, of these employees; what cannot be read holds back nobody. */
  holdsOn: (webhook: string, subjects: readonly string[]) => Promise<Map<string, Held>>
  hold: (webhook: string, subject: string, held: Held) => Promise<void>
  /** Ends what an event holds back. */
  letGo: (webhook: string, subject: string, id: string) => Promise<void>
}

export const createHoldStore = (
  client: DynamoDBDocumentClient,
  tableName: string,
  machineNow: () => EpochMs,
): HoldStore => ({
  holdsOn: async (webhook, subjects) => {
    const keys = [...new Set(subjects)].map((subject) => webhookKeys.held(webhook, subject))
    const items = await itemsAt(client, tableName, keys)
    return new Map(
      items.flatMap((item) => {
        const read = heldCodec.read(item)
        return read.kind === 'read' ? [[String(item['sk']), read.value] as const] : []
      }),
    )
  },

  hold: async (webhook, subject, held) => {
    const Item = {
      ...webhookKeys.held(webhook, subject),
      schema: heldCodec.schema,
      ...held,
      ttl: expiryOf(machineNow()),
    }
    await client.send(new PutCommand({ TableName: tableName, Item }))
  },

  letGo: async (webhook, subject, id) => {
    await ifCondition(() =>
      client.send(
        new DeleteCommand({
          TableName: tableName,
          Key: webhookKeys.held(webhook, subject),
          ConditionExpression: 'id = :id',
          ExpressionAttributeValues: { ':id': id },
        }),
      ),
    )
  },
})
