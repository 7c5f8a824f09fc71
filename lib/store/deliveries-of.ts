import { type DynamoDBDocumentClient, paginateScan, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { remove, writeAll } from './batches.ts'
import { aboutOf } from './deliveries-about.ts'
import { ifCondition } from './errors.ts'
import { webhookKeys } from './tables.ts'

type Item = Record<string, unknown>

/** What a record of the deliveries is about: something of somebody, or how a destination is. */
const kinds = {
  'what waited to be sent': /^WAITING#/,
  'what destinations were notified of': /^(TOLD|CLEARED|DELIVERED)#/,
  'what follows on notifications': /^FOLLOWERS#/,
  'deliveries to endpoints': /^(WEBHOOK#.* DELIVERY|DUE|HELD)#/,
  'what destinations failed at': /^DESTINATION#/,
} as const
export type DeliveryKind = keyof typeof kinds
export const deliveryKinds = Object.keys(kinds) as DeliveryKind[]

/** The key of a record that is about somebody, and of which kind it is. */
export type DeliveryOf = {
  key: { pk: string; sk: string }
  kind: DeliveryKind
  /** Where it is about others, too: those of its events that are theirs. */
  events?: string[]
  /** Of how a destination is: by what it is noted that the destination fails at something of theirs. */
  failing?: string[]
}

/**
 * The mark that an event is due, beside a delivery that waits: it may name nobody, and the event that it names may be
 * in the log no more.
 */
const markBeside = ({ pk, dueAt, recordedtime, id }: Item): DeliveryOf['key'] | null => {
  const [, webhook] = /^WEBHOOK#(.*)$/.exec(String(pk)) ?? []
  if (webhook === undefined || typeof dueAt !== 'string') return null
  return webhookKeys.due(webhook, dueAt, { recordedtime: String(recordedtime), id: String(id) })
}

const guids = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi

const idsIn = (text: string): string[] => (text.match(guids) ?? []).map((id) => id.toLowerCase())

/** Everything that stands in an item, its keys and sets included. */
const textOf = (item: Item): string =>
  JSON.stringify(item, (_, value: unknown) => (value instanceof Set ? [...value] : value))

const kindOf = (pk: string, sk: string): DeliveryKind | undefined =>
  deliveryKinds.find((kind) => kinds[kind].test(`${pk} ${sk}`) || kinds[kind].test(pk))

/**
 * Every record of the table `deliveries` that is about an employee, or where it does not say about whom, names one of
 * some ids: theirs, or of what is theirs. All of the table is read, since nothing in it is found by person.
 * @param ids in small letters: an id is the same in either case
 */
export const deliveriesOf = async (
  client: DynamoDBDocumentClient,
  tableName: string,
  employeeId: string,
  ids: ReadonlySet<string>,
): Promise<DeliveryOf[]> => {
  const found = new Map<string, DeliveryOf>()
  const destinations: { key: DeliveryOf['key']; failing: string[] }[] = []
  const note = ({ key, ...rest }: DeliveryOf) => found.set(`${key.pk} ${key.sk}`, { key, ...rest })
  const pages = paginateScan({ client }, { TableName: tableName, ConsistentRead: true })
  for await (const { Items = [] } of pages)
    for (const item of Items) {
      const key = { pk: String(item['pk']), sk: String(item['sk']) }
      const kind = kindOf(key.pk, key.sk)
      if (kind === undefined) continue
      if (kind === 'what destinations failed at') {
        destinations.push({ key, failing: Object.keys(item['failing'] ?? {}) })
        continue
      }
      const isNamed = () => idsIn(textOf(item)).some((id) => ids.has(id))
      const about = aboutOf(item, employeeId, isNamed)
      if (about.kind === 'nothing') continue
      note({ key, kind, ...(about.kind === 'some' && { events: about.events }) })
      const mark = item['state'] === 'pending' ? markBeside(item) : null
      if (mark !== null) note({ key: mark, kind })
    }
  // What waits may be of an event that the log has no more.
  const waiting = [...found.values()].filter(({ kind }) => kind === 'what waited to be sent')
  const own = new Set([...ids, ...waiting.flatMap(({ key }) => idsIn(key.sk))])
  for (const { key, failing } of destinations) {
    const theirs = failing.filter((id) => idsIn(id).some((each) => own.has(each)))
    if (theirs.length > 0) note({ key, kind: 'what destinations failed at', failing: theirs })
  }
  return [...found.values()]
}

const removeFailing = (
  client: DynamoDBDocumentClient,
  tableName: string,
  key: DeliveryOf['key'],
  failing: readonly string[],
): Promise<boolean> =>
  ifCondition(() =>
    client.send(
      new UpdateCommand({
        TableName: tableName,
        Key: key,
        UpdateExpression: `REMOVE ${failing.map((_, n) => `failing.#id${n}`).join(', ')}`,
        ConditionExpression: 'attribute_exists(failing)',
        ExpressionAttributeNames: Object.fromEntries(failing.map((id, n) => [`#id${n}`, id])),
      }),
    ),
  )

/** Removes what is theirs of records of deliveries. A repeat changes nothing. */
export const removeDeliveries = async (
  client: DynamoDBDocumentClient,
  tableName: string,
  deliveries: readonly DeliveryOf[],
): Promise<void> => {
  const whole = deliveries.filter(
    ({ events, failing }) => events === undefined && failing === undefined,
  )
  await writeAll(
    client,
    tableName,
    whole.map(({ key }) => remove(key)),
  )
  for (const { key, events, failing } of deliveries) {
    if (failing !== undefined) await removeFailing(client, tableName, key, failing)
    if (events === undefined) continue
    // One that has expired meanwhile is not made anew.
    await ifCondition(() =>
      client.send(
        new UpdateCommand({
          TableName: tableName,
          Key: key,
          UpdateExpression: 'DELETE events :own',
          ConditionExpression: 'attribute_exists(pk)',
          ExpressionAttributeValues: { ':own': new Set(events) },
        }),
      ),
    )
  }
}
