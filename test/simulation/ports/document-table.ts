import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import {
  type BatchGetCommandInput,
  type DeleteCommandInput,
  DynamoDBDocumentClient,
  type PutCommandInput,
  type QueryCommandInput,
  type UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb'
import type { Effect } from '../system/process.ts'

export type DocumentItem = Record<string, unknown>

/** The items of one partition, with their sort keys in order. */
type Partition = { sortKeys: string[]; items: Map<string, DocumentItem> }

/** A table with a partition key `pk` and a sort key `sk`. */
export type DocumentTable = Map<string, Partition>

type Expression = Pick<
  UpdateCommandInput,
  'ConditionExpression' | 'ExpressionAttributeNames' | 'ExpressionAttributeValues'
>

/** Where a sort key stands among others, or would. */
const placeOf = (sortKeys: readonly string[], sk: string): number => {
  let [low, high] = [0, sortKeys.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sortKeys[middle] ?? '') < sk) low = middle + 1
    else high = middle
  }
  return low
}

const itemAt = (table: DocumentTable, { pk, sk }: DocumentItem): DocumentItem | undefined =>
  table.get(String(pk))?.items.get(String(sk))

const write = (table: DocumentTable, item: DocumentItem): void => {
  const [pk, sk] = [String(item['pk']), String(item['sk'])]
  const partition = table.get(pk) ?? { sortKeys: [], items: new Map() }
  table.set(pk, partition)
  const { sortKeys, items } = partition
  if (!items.has(sk)) sortKeys.splice(placeOf(sortKeys, sk), 0, sk)
  // What is undefined is not written.
  const values = Object.entries(item).filter(([, value]) => value !== undefined)
  items.set(sk, Object.fromEntries(values))
}

const remove = (table: DocumentTable, { pk, sk }: DocumentItem): void => {
  const partition = table.get(String(pk))
  if (partition?.items.delete(String(sk)) !== true) return
  partition.sortKeys.splice(placeOf(partition.sortKeys, String(sk)), 1)
}

/** The parts of an expression: names stand for themselves, or for others as #name, values as :name. */
const reading = ({
  ExpressionAttributeNames: names,
  ExpressionAttributeValues: values,
}: Expression) => ({
  nameOf: (text: string): string => names?.[text] ?? text,
  valueAt: (text: string): unknown => values?.[text],
})

/** Whether a condition of one kind or several, of which one is enough, holds for an item. */
const holds = (expression: Expression, item: DocumentItem | undefined): boolean => {
  const { ConditionExpression: text } = expression
  if (text === undefined) return true
  const { nameOf, valueAt } = reading(expression)
  return text
    .replace(/^\((.*)\)$/, '$1')
    .split(' OR ')
    .some((clause) => {
      const [, there] = /^attribute_exists\((\S+)\)$/.exec(clause) ?? []
      if (there !== undefined) return item?.[nameOf(there)] !== undefined
      const [, missing] = /^attribute_not_exists\((\S+)\)$/.exec(clause) ?? []
      if (missing !== undefined) return item?.[nameOf(missing)] === undefined
      const [, name, operator, value] = /^(\S+) (=|<=|>) (:\S+)$/.exec(clause) ?? []
      if (name === undefined || value === undefined) throw new Error(`Not understood: ${clause}`)
      const [is, asked] = [item?.[nameOf(name)], valueAt(value)]
      if (operator === '=' || is === undefined) return operator === '=' && is === asked
      return operator === '>' ? Number(is) > Number(asked) : Number(is) <= Number(asked)
    })
}

const check = (expression: Expression, item: DocumentItem | undefined): void => {
  if (!holds(expression, item))
    throw new ConditionalCheckFailedException({ message: 'Not so', $metadata: {} })
}

/** An item with what an update sets, and without what it removes. */
const updated = (input: UpdateCommandInput, item: DocumentItem): DocumentItem => {
  const { nameOf, valueAt } = reading(input)
  const [, set = '', removed = ''] =
    /^(?:SET (.+?))?\s*(?:REMOVE (.+))?$/.exec(input.UpdateExpression ?? '') ?? []
  const next = { ...item }
  for (const part of set.split(', ').filter((each) => each !== '')) {
    const [name = '', value = ''] = part.trim().split(' = ')
    next[nameOf(name)] = valueAt(value)
  }
  for (const name of removed.split(', ').filter((each) => each !== '')) delete next[nameOf(name)]
  return next
}

const found = (table: DocumentTable, input: QueryCommandInput): DocumentItem[] => {
  const { valueAt } = reading(input)
  const { sortKeys = [], items } = table.get(String(valueAt(':pk'))) ?? {}
  const prefix = String(valueAt(':prefix') ?? '')
  const after = input.ExclusiveStartKey?.['sk']
  const [from, to] = [String(valueAt(':from') ?? ''), valueAt(':to')]
  const before = valueAt(':before')
  const [start = ''] = [prefix, from, String(after ?? '')].toSorted().toReversed()
  const end = before === undefined ? undefined : placeOf(sortKeys, String(before))
  const matching = sortKeys
    .slice(placeOf(sortKeys, start), end)
    .filter((sk) => sk.startsWith(prefix) && sk !== after && (to === undefined || sk <= String(to)))
  const inOrder = input.ScanIndexForward === false ? matching.toReversed() : matching
  const { FilterExpression: ConditionExpression } = input
  const isWanted = (item: DocumentItem) => holds({ ...input, ConditionExpression }, item)
  return inOrder.slice(0, input.Limit).flatMap((sk): DocumentItem[] => {
    const item = items?.get(sk)
    return item === undefined || !isWanted(item) ? [] : [{ ...item }]
  })
}

/**
 * A client of DynamoDB for one table in memory: so much of it as the stores of the webhooks and the
 * replays ask for, which run over it as they are deployed. Queries are never cut short.
 */
export const memoryDocuments = (table: DocumentTable, effect: Effect): DynamoDBDocumentClient => {
  const of = ({ pk }: DocumentItem = {}): string => String(pk)
  const operations: Record<string, (input: never) => Promise<unknown>> = {
    PutCommand: (input: PutCommandInput) => {
      const { Item = {} } = input
      return effect('database', `write ${of(Item)}`, () => {
        check(input, itemAt(table, Item))
        write(table, Item)
        return {}
      })
    },
    DeleteCommand: ({ Key = {} }: DeleteCommandInput) =>
      effect('database', `delete of ${of(Key)}`, () => {
        remove(table, Key)
        return {}
      }),
    UpdateCommand: (input: UpdateCommandInput) => {
      const { Key = {} } = input
      return effect('database', `update ${of(Key)}`, () => {
        const item = itemAt(table, Key)
        check(input, item)
        const Attributes = updated(input, item ?? Key)
        write(table, Attributes)
        return { Attributes: { ...Attributes } }
      })
    },
    QueryCommand: (input: QueryCommandInput) =>
      effect('database', `read ${input.ExpressionAttributeValues?.[':pk']}`, () => ({
        Items: found(table, input),
      })),
    BatchGetCommand: ({ RequestItems = {} }: BatchGetCommandInput) => {
      const [[name = '', { Keys = [] } = {}] = []] = Object.entries(RequestItems)
      return effect('database', `read ${Keys.length} of ${of(Keys[0])}`, () => ({
        Responses: {
          [name]: Keys.flatMap((key) => {
            const item = itemAt(table, key)
            return item === undefined ? [] : [{ ...item }]
          }),
        },
      }))
    },
  }
  const client: DynamoDBDocumentClient = Object.create(DynamoDBDocumentClient.prototype)
  const send = (command: { input: unknown; constructor: { name: string } }): Promise<unknown> => {
    const operation = operations[command.constructor.name]
    if (operation === undefined) throw new Error(`There is no ${command.constructor.name}`)
    return operation(command.input as never)
  }
  return Object.assign(client, { send })
}
