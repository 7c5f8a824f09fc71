import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import * as z from 'zod'
import { ifCondition } from './errors.ts'
import {
  dropLease,
  type Lease,
  leaseIsStillMine,
  leaseValues,
  noOtherLeaseRuns,
  setLease,
} from './lease.ts'
import { codec, UnreadableRecordError } from './schema.ts'
import { keys } from './tables.ts'

/** The record of the roster as a whole. */
export const Roster = z.object({
  /** When the first roster that was believed came, UTC: what was so by then is not news. */
  baselineAt: z.string().nullable().default(null),
  /** Whether everyone on that first roster has been saved. */
  isBaselined: z.boolean().default(false),
  /** When the last roster was asked for that was believed, UTC: who is new joined since. */
  believedAt: z.string().nullable().default(null),
  /** Who could not be read on it, and is no member: by id, since when, UTC. */
  unread: z.record(z.string(), z.string()).default({}),
})
export type Roster = z.infer<typeof Roster>

export const rosterCodec = codec('the roster', Roster, [(item) => item])

/** What a refresh that saved everyone leaves for the next. */
export type Believed = Pick<Roster, 'believedAt' | 'unread'>

export type RosterStore = {
  /**
   * @returns the record, or null where another refresh runs
   * @throws {UnreadableRecordError} where it cannot be read; no lease is left behind
   */
  takeLease: (lease: Lease) => Promise<Roster | null>
  /** Fixes the moment of the baseline, unless an earlier try did. @returns the moment */
  beginBaseline: (at: string) => Promise<string>
  /** Ends a refresh that saved everyone. */
  finish: (owner: string, believed: Believed) => Promise<void>
  /** Ends a refresh that did not come that far. */
  release: (owner: string) => Promise<void>
}

export const createRosterStore = (
  client: DynamoDBDocumentClient,
  tableName: string,
): RosterStore => {
  const update = (
    expression: string,
    values: Record<string, unknown>,
    condition: string | undefined,
  ) =>
    client.send(
      new UpdateCommand({
        TableName: tableName,
        Key: keys.rosterRecord,
        UpdateExpression: expression,
        ConditionExpression: condition,
        // One of DynamoDB's reserved words.
        ExpressionAttributeNames: expression.includes('#schema')
          ? { '#schema': 'schema' }
          : undefined,
        ExpressionAttributeValues: values,
        ReturnValues: 'ALL_NEW',
      }),
    )
  const release: RosterStore['release'] = async (owner) => {
    await ifCondition(() => update(dropLease, { ':owner': owner }, leaseIsStillMine))
  }

  return {
    takeLease: async (lease) => {
      let roster: Roster | null = null
      await ifCondition(async () => {
        const { Attributes } = await update(setLease, leaseValues(lease), noOtherLeaseRuns)
        try {
          roster = rosterCodec.parse(Attributes)
        } catch (error) {
          if (error instanceof UnreadableRecordError) await release(lease.owner)
          throw error
        }
      })
      return roster
    },
    beginBaseline: async (at) => {
      const expression = 'SET baselineAt = if_not_exists(baselineAt, :at)'
      const { Attributes } = await update(expression, { ':at': at }, undefined)
      return rosterCodec.parse(Attributes).baselineAt ?? at
    },
    finish: async (owner, { believedAt, unread }) => {
      const values = { ':yes': true, ':believedAt': believedAt, ':unread': unread }
      const expression =
        'SET #schema = :schema, isBaselined = :yes, believedAt = :believedAt, unread = :unread'
      await ifCondition(() =>
        update(
          `${expression} ${dropLease}`,
          { ':owner': owner, ':schema': rosterCodec.schema, ...values },
          leaseIsStillMine,
        ),
      )
    },
    release,
  }
}
