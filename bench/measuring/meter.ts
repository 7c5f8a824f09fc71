import type { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import type { SNSClient } from '@aws-sdk/client-sns'

/** A message that SNS acknowledged, and when, by the clock of what is told. */
export type Acknowledged = { message: string; at: number }

/** What was used since a meter was last read. */
export type Usage = {
  /** Requests to the Workforce API, those for tokens aside. */
  apiCalls: number
  readUnits: number
  writeUnits: number
  databaseCalls: number
  /** While at least one of them was on its way, in milliseconds. */
  databaseWait: number
  snsCalls: number
  acknowledged: Acknowledged[]
}

const nothing = (): Usage => ({
  apiCalls: 0,
  readUnits: 0,
  writeUnits: 0,
  databaseCalls: 0,
  databaseWait: 0,
  snsCalls: 0,
  acknowledged: [],
})

const reading = ['GetItemCommand', 'QueryCommand', 'BatchGetItemCommand', 'ScanCommand']

/** What an answer of DynamoDB says was consumed. */
const unitsIn = (output: object): number => {
  const consumed = 'ConsumedCapacity' in output ? output.ConsumedCapacity : undefined
  return [consumed].flat().reduce((sum: number, each) => {
    const units =
      typeof each === 'object' && each !== null && 'CapacityUnits' in each && each.CapacityUnits
    if (typeof units !== 'number') throw new Error('DynamoDB did not say what was consumed')
    return sum + units
  }, 0)
}

/** Counts what goes out through clients, from the outside: what they are used by is as it is. */
export const createUsageMeter = (now: () => number) => {
  let usage = nothing()
  let [onTheirWay, since] = [0, 0]

  const meterDatabase = (client: DynamoDBClient): DynamoDBClient => {
    client.middlewareStack.add(
      (next, { commandName = '' }) =>
        async (sent) => {
          Object.assign(sent.input, { ReturnConsumedCapacity: 'TOTAL' })
          if (onTheirWay++ === 0) since = performance.now()
          const result = await next(sent).finally(() => {
            if (--onTheirWay === 0) usage.databaseWait += performance.now() - since
          })
          const kind = reading.includes(commandName) ? 'readUnits' : 'writeUnits'
          usage[kind] += unitsIn(result.output)
          usage.databaseCalls += result.output.$metadata.attempts ?? 1
          return result
        },
      { step: 'initialize', name: 'meter' },
    )
    return client
  }

  const meterTopic = (client: SNSClient): SNSClient => {
    client.middlewareStack.add(
      (next) => async (sent) => {
        const result = await next(sent)
        const at = now()
        usage.snsCalls += result.output.$metadata.attempts ?? 1
        const { input } = sent
        if ('PublishBatchRequestEntries' in input && 'Successful' in result.output) {
          const taken = new Set(result.output.Successful?.map(({ Id }) => Id))
          for (const { Id, Message = '' } of input.PublishBatchRequestEntries ?? [])
            if (taken.has(Id)) usage.acknowledged.push({ message: Message, at })
        } else if ('Message' in input) usage.acknowledged.push({ message: input.Message ?? '', at })
        return result
      },
      { step: 'initialize', name: 'meter' },
    )
    return client
  }

  return {
    meterDatabase,
    meterTopic,
    onRequest: (operation: string): void => {
      if (operation !== 'token') usage.apiCalls += 1
    },
    /** What was used since this was called before. */
    read: (): Usage => {
      const read = usage
      usage = nothing()
      return read
    },
  }
}
export type UsageMeter = ReturnType<typeof createUsageMeter>
