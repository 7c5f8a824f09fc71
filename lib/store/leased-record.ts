import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { ifCondition } from './errors.ts'
import {
  dropLease,
  type Lease,
  leaseIsStillMine,
  leaseValues,
  noOtherLeaseRuns,
  setLease,
} from './lease.ts'
import { type Codec, UnreadableRecordError } from './schema.ts'

/** A record that one at a time works on. */
export type LeasedRecord<T> = {
  /**
   * @returns the record, or null where another lease runs
   * @throws {UnreadableRecordError} where it cannot be read; no lease is left behind
   */
  takeLease: (lease: Lease) => Promise<T | null>
  /** Writes fields under the lease. False: it was lost, and nothing is written. */
  note: (owner: string, fields: Partial<T>) => Promise<boolean>
  /** Likewise, and drops the lease. @returns the record as it is then, or null where the lease was lost */
  finish: (owner: string, fields: Partial<T>) => Promise<T | null>
  /** Writes fields whoever has the lease. @returns the record as it is then, and up to when there is a lease */
  leave: (fields: Partial<T>) => Promise<{ record: T; leaseUntil: number }>
  /** Drops the lease, and leaves the record as it was. */
  release: (owner: string) => Promise<void>
}

/** A record under a lease, made by whoever first takes it. */
export const leasedRecord = <T extends Record<string, unknown>>(
  client: DynamoDBDocumentClient,
  tableName: string,
  key: Record<string, string>,
  codec: Codec<T>,
): LeasedRecord<T> => {
  const update = (
    expression: string,
    condition: string | undefined,
    values: Record<string, unknown>,
    names: readonly string[] = [],
  ) =>
    client.send(
      new UpdateCommand({
        TableName: tableName,
        Key: key,
        UpdateExpression: expression,
        ...(condition !== undefined && { ConditionExpression: condition }),
        // Some fields are reserved words of DynamoDB's.
        ...(names.length > 0 && {
          ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
        }),
        ExpressionAttributeValues: values,
        ReturnValues: 'ALL_NEW',
      }),
    )

  const setting = (fields: Partial<T>) => {
    const all = { schema: codec.schema, ...fields }
    const names = Object.keys(all)
    const set = `SET ${names.map((name) => `#${name} = :${name}`).join(', ')}`
    const values = Object.entries(all).map(([name, value]) => [`:${name}`, value])
    return { names, set, values: Object.fromEntries(values) }
  }

  const write = async (owner: string, fields: Partial<T>, andThen = ''): Promise<T | null> => {
    const { names, set, values } = setting(fields)
    let after: T | null = null
    await ifCondition(async () => {
      const all = { ...values, ':owner': owner }
      const { Attributes } = await update(`${set} ${andThen}`, leaseIsStillMine, all, names)
      after = codec.parse(Attributes)
    })
    return after
  }

  const release = async (owner: string): Promise<void> => {
    await ifCondition(() => update(dropLease, leaseIsStillMine, { ':owner': owner }))
  }

  return {
    takeLease: async (lease) => {
      let record: T | null = null
      await ifCondition(async () => {
        const { Attributes } = await update(setLease, noOtherLeaseRuns, leaseValues(lease))
        try {
          record = codec.parse(Attributes)
        } catch (error) {
          if (error instanceof UnreadableRecordError) await release(lease.owner)
          throw error
        }
      })
      return record
    },
    note: async (owner, fields) => (await write(owner, fields)) !== null,
    finish: (owner, fields) => write(owner, fields, dropLease),
    leave: async (fields) => {
      const { names, set, values } = setting(fields)
      const { Attributes } = await update(set, undefined, values, names)
      return {
        record: codec.parse(Attributes),
        leaseUntil: Number(Attributes?.['leaseUntil'] ?? 0),
      }
    },
    release,
  }
}
