import { DeleteCommand, type DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb'
import * as z from 'zod'
import type { EpochMs } from '../../attendance/moments.ts'
import { itemsAt } from '../batches.ts'
import { codec } from '../schema.ts'
import { expiryOf, webhookKeys } from '../tables.ts'

/** An event that holds back the later ones of an employee, and when it is tried next, UTC. */
const Held = z.object({
  id: z.string(),
  sequence: z.string(),
  recordedtime: z.string(),
  until: z.string(),
  /** Whether it holds back nothing but what is sent again, as it is itself. */
  repeat: z.boolean().optional(),
})
export type Held = z.infer<typeof Held>

const heldCodec = codec('what is held back', z.object({ heads: z.array(Held) }), [(item) => item])

/** Whose events wait for earlier ones, at endpoints that want them in order. */
export type HoldStore = {
  /** What holds back whom, of these employees; what cannot be read holds back nobody. */
  holdsOn: (webhook: string, subjects: readonly string[]) => Promise<Map<string, Held[]>>
  /** Notes what holds back an employee's later events from now on; nothing where the list is empty. */
  hold: (webhook: string, subject: string, heads: readonly Held[]) => Promise<void>
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
        return read.kind === 'read' ? [[String(item['sk']), read.value.heads] as const] : []
      }),
    )
  },

  hold: async (webhook, subject, heads) => {
    const key = webhookKeys.held(webhook, subject)
    if (heads.length === 0) {
      await client.send(new DeleteCommand({ TableName: tableName, Key: key }))
      return
    }
    const Item = { ...key, schema: heldCodec.schema, heads, ttl: expiryOf(machineNow()) }
    await client.send(new PutCommand({ TableName: tableName, Item }))
  },
})
