import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import * as z from 'zod'
import { ifCondition } from './errors.ts'
import { itemsOf } from './query.ts'
import { keys } from './tables.ts'

/** Part of the budget of requests for some time; moments by the clock of the machines. */
const Share = z.object({ requestsPerSecond: z.number().positive(), from: z.int(), until: z.int() })

/** The part that one poll of a shard has. */
const Slot = Share.extend({ shardId: z.string() })
export type Slot = z.infer<typeof Slot>

/** The part that a roster refresh has. */
const Claim = Share.extend({ owner: z.string() })
export type Claim = z.infer<typeof Claim>

/** How the requests that may be sent are given away (docs/decisions/planned-budget.md). */
const Budget = z.object({
  /** Requests a second that the API was found to take; null where it takes all that are allowed. */
  learned: z.number().positive().nullable().catch(null),
  /** When it was last planned, by the clock of the machines. */
  plannedAt: z.int().nullable().catch(null),
  /** What was given to polls, and may not be over. */
  slots: z.array(Slot).catch([]),
  claim: Claim.nullable().catch(null),
  /** When a roster refresh was last throttled, likewise. */
  throttledAt: z.int().nullable().catch(null),
  /** By id, the shards that no poll has brought on since their last turn, and when that was, by the clock of what is published. */
  unmoved: z.record(z.string(), z.int()).catch({}),
})
export type Budget = z.infer<typeof Budget>

/** Nothing is given away, and nothing has been learned. */
export const wholeBudget: Budget = Budget.parse({})

export type BudgetStore = {
  /**
   * Decides anew about the budget, given how it stands. Of two who do so at once the second decides
   * again, and goes by what the first has decided.
   * @throws {BudgetContendedError} where others were faster again and again
   */
  change: <T>(decide: (budget: Budget) => { budget: Budget; result: T }) => Promise<T>
}

/** So many others changed the budget first that it was given up. */
export class BudgetContendedError extends Error {
  override readonly name = 'BudgetContendedError'
}

const mostTries = 5

/**
 * The budget in its record. What cannot be read of it counts as not there: it is worth minutes, and
 * the next plan writes it whole. So it carries no number of a schema.
 */
export const createBudgetStore = (
  client: DynamoDBDocumentClient,
  tableName: string,
): BudgetStore => {
  const save = (budget: Budget, before: unknown): Promise<boolean> =>
    ifCondition(() =>
      client.send(
        new UpdateCommand({
          TableName: tableName,
          Key: keys.budget,
          UpdateExpression:
            'SET learned = :learned, plannedAt = :plannedAt, slots = :slots, claim = :claim, ' +
            'throttledAt = :throttledAt, unmoved = :unmoved, revision = :revision',
          ConditionExpression:
            before === undefined ? 'attribute_not_exists(revision)' : 'revision = :before',
          ExpressionAttributeValues: {
            ...Object.fromEntries(Object.entries(budget).map(([name, each]) => [`:${name}`, each])),
            ':revision': (typeof before === 'number' ? before : 0) + 1,
            ...(before !== undefined && { ':before': before }),
          },
        }),
      ),
    )

  return {
    change: async (decide) => {
      const { pk, sk } = keys.budget
      for (let tries = 0; tries < mostTries; tries++) {
        const [item = {}] = await itemsOf(client, tableName, pk, sk, { isConsistent: true })
        const before = Budget.parse(item)
        const { budget, result } = decide(before)
        if (budget === before || (await save(budget, item['revision']))) return result
      }
      throw new BudgetContendedError(`The budget was changed by others ${mostTries} times`)
    },
  }
}
