import { type DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb'
import { remove, writeAll } from './batches.ts'
import { webhookKeys } from './tables.ts'

type Item = Record<string, unknown>

/** What a record of the deliveries is about: something of somebody, or how a destination is. */
const kinds = {
  'what waited to be sent': /^WAITING#/,
  'what destinations were notified of': /^(TOLD|CLEARED|DELIVERED)#/,
  'what follows on notifications': /^FOLLOWERS#/,
  'deliveries to endpoints': /^(WEBHOOK#.* DELIVERY|DUE|HELD)#/,
} as const
export type DeliveryKind = keyof typeof kinds
export const deliveryKinds = Object.keys(kinds) as DeliveryKind[]

/** The key of a record that is about somebody, and of which kind it is. */
export type DeliveryOf = { key: { pk: string; sk: string }; kind: DeliveryKind }

/**
 * The mark that an event is due, beside a delivery that waits: it names nobody, and the event that it names may be
 * in the log no more.
 */
const markBeside = ({ pk, dueAt, recordedtime, id }: Item): DeliveryOf['key'] | null => {
  const [, webhook] = /^WEBHOOK#(.*)$/.exec(String(pk)) ?? []
  if (webhook === undefined || typeof dueAt !== 'string') return null
  return webhookKeys.due(webhook, dueAt, { recordedtime: String(recordedtime), id: String(id) })
}

const guids = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi

/** Everything that stands in an item, its keys and sets included. */
const textOf = (item: Item): string =>
  JSON.stringify(item, (_, value: unknown) => (value instanceof Set ? [...value] : value))

const kindOf = (pk: string, sk: string): DeliveryKind | undefined =>
  deliveryKinds.find((kind) => kinds[kind].test(`${pk} ${sk}`) || kinds[kind].test(pk))

/**
 * Every record of the table `deliveries` that names one of some ids: of a person, or of what is theirs. All of
 * the table is read, since nothing in it is found by person.
 */
export const deliveriesOf = async (
  client: DynamoDBDocumentClient,
  tableName: string,
  ids: ReadonlySet<string>,
): Promise<DeliveryOf[]> => {
  const found = new Map<string, DeliveryOf>()
  const note = (key: DeliveryOf['key'], kind: DeliveryKind) =>
    found.set(`${key.pk} ${key.sk}`, { key, kind })
  const pages = paginateScan({ client }, { TableName: tableName, ConsistentRead: true })
  for await (const { Items = [] } of pages)
    for (const item of Items) {
      const key = { pk: String(item['pk']), sk: String(item['sk']) }
      const kind = kindOf(key.pk, key.sk)
      const named = textOf(item).match(guids) ?? []
      if (kind === undefined || !named.some((id) => ids.has(id))) continue
      note(key, kind)
      const mark = item['state'] === 'pending' ? markBeside(item) : null
      if (mark !== null) note(mark, kind)
    }
  return [...found.values()]
}

/** Removes records of deliveries. A repeat changes nothing. */
export const removeDeliveries = (
  client: DynamoDBDocumentClient,
  tableName: string,
  deliveries: readonly DeliveryOf[],
): Promise<void> =>
  writeAll(
    client,
    tableName,
    deliveries.map(({ key }) => remove(key)),
  )
