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
import { keys } from './tables.ts'

/** The record of the roster as a whole. */
export const Roster = z.object({
  /** When the first roster that was believed came, UTC: what was so by then is not news. */
  baselineAt: z.string().nullable().default(null),
  /** Whether everyone on that first roster has been saved. */
  isBaselined: z.boolean().default(false),
})
export type Roster = z.infer<typeof Roster>

export type RosterStore = {
  /** @returns the record, or null where another refresh runs */
  takeLease: (lease: Lease) => Promise<Roster | null>
  /** Fixes the moment of the baseline, unless an earlier try did. @returns the moment */
  beginBaseline: (at: string) => Promise<string>
  /** Ends a refresh that saved everyone. */
  finish: (owner: string) => Promise<void>
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
        ExpressionAttributeValues: values,
        ReturnValues: 'ALL_NEW',
      }),
    )
  return {
    takeLease: async (lease) => {
      let roster: Roster | null = null
      await ifCondition(async () => {
        const { Attributes } = await update(setLease, leaseValues(lease), noOtherLeaseRuns)
        roster = Roster.parse(Attributes)
      })
      return roster
    },
    beginBaseline: async (at) => {
      const expression = 'SET baselineAt = if_not_exists(baselineAt, :at)'
      const { Attributes } = await update(expression, { ':at': at }, undefined)
      return Roster.parse(Attributes).baselineAt ?? at
    },
    finish: async (owner) => {
      const expression = `SET isBaselined = :yes ${dropLease}`
      await ifCondition(() =>
        update(expression, { ':owner': owner, ':yes': true }, leaseIsStillMine),
      )
    },
    release: async (owner) => {
      await ifCondition(() => update(dropLease, { ':owner': owner }, leaseIsStillMine))
    },
  }
}
