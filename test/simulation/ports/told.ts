import type { ToldStore } from '../../../lib/store/told.ts'
import type { Effect } from '../system/process.ts'

/** Of what types each rule told something of each record. */
export type ToldTable = Map<string, Map<string, Set<string>>>

export const createTold = (): ToldTable => new Map()

/** What was told of records, in memory, with the semantics of DynamoDB. */
export const memoryToldStore = (table: ToldTable, effect: Effect): ToldStore => ({
  note: async (told) => {
    for (const { record, rule, type } of told)
      await effect('database', `note that ${record} is told`, () => {
        const rules = table.get(record) ?? new Map<string, Set<string>>()
        rules.set(rule, (rules.get(rule) ?? new Set()).add(type))
        table.set(record, rules)
      })
  },
  rulesOf: (record) =>
    effect('database', `who was told of ${record}`, () =>
      [...(table.get(record) ?? [])].map(([rule, types]) => ({ rule, types: [...types] })),
    ),
})
