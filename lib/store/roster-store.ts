import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import * as z from 'zod'
import type { Lease } from './lease.ts'
import { leasedRecord } from './leased-record.ts'
import { codec } from './schema.ts'
import { keys } from './tables.ts'

/** The record of the roster as a whole. */
export const Roster = z.object({
  /** When the first roster that was believed came, UTC: what was so by then is not news. */
  baselineAt: z.string().nullable().default(null),
  /** Whether everyone on that first roster has been saved. */
  isBaselined: z.boolean().default(false),
  /** When the last roster was asked for that was believed, UTC: who is new joined since. */
  believedAt: z.string().nullable().default(null),
  /**
   * Who could not be read on it, or is back after their state was gone, and is no member: by id, since when, UTC.
   */
  unread: z.record(z.string(), z.string()).default({}),
  /** Those of them who were on the first roster: what was so before it is no news of theirs either. */
  unreadAtFirst: z.array(z.string()).default([]),
  /**
   * Those on it whose id cannot be read either: by their mark, since when, UTC, whether they are known to be
   * none of the members, and else which of them they may be: where that is not said, any.
   */
  nameless: z
    .record(
      z.string(),
      z.object({
        since: z.string(),
        isHarmless: z.boolean(),
        mayBe: z.array(z.string()).optional(),
      }),
    )
    .default({}),
})
export type Roster = z.infer<typeof Roster>

export const rosterCodec = codec('the roster', Roster, [(item) => item])

/** What a refresh that saved everyone leaves for the next. */
export type Believed = Pick<Roster, 'believedAt' | 'unread' | 'unreadAtFirst' | 'nameless'>

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
  const record = leasedRecord(client, tableName, keys.rosterRecord, rosterCodec)
  return {
    takeLease: record.takeLease,
    release: record.release,

    beginBaseline: async (at) => {
      const { Attributes } = await client.send(
        new UpdateCommand({
          TableName: tableName,
          Key: keys.rosterRecord,
          UpdateExpression: 'SET baselineAt = if_not_exists(baselineAt, :at)',
          ExpressionAttributeValues: { ':at': at },
          ReturnValues: 'ALL_NEW',
        }),
      )
      return rosterCodec.parse(Attributes).baselineAt ?? at
    },

    finish: async (owner, believed) => {
      await record.finish(owner, { isBaselined: true, ...believed })
    },
  }
}
