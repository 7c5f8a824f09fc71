import * as z from 'zod'
import type { AlertRule } from './alert-settings.ts'
import { followingTypes } from './follow-ups.ts'

/** An SNS filter policy over the attributes of an event's message. */
export type FilterPolicy = Record<string, string[]>

const isId = (text: string): boolean => z.guid().safeParse(text).success

/** More ids than this are not filtered by: SNS allows 150 combinations of values. */
const maxCombinations = 150

const unique = (texts: string[]): string[] => [...new Set(texts)].sort()

/** What every rule narrows down in the same way, so that the union of the rules does, too. */
const ofAll = (
  rules: readonly AlertRule[],
  values: (rule: AlertRule) => string[] | undefined,
): string[] | null => {
  const all = rules.map(values)
  return all.every((each) => each !== undefined) ? unique(all.flat()) : null
}

/**
 * Which events the queue of the alerts takes from the topic: the types that some rule wants, and
 * those that correct or settle them; none of the baseline; and where every rule names employees
 * by their ids, only those. The rules decide the rest: of absence types, too, since the type may be
 * what is corrected.
 * @returns null where no rule wants anything
 */
export const filterPolicyOf = (rules: readonly AlertRule[]): FilterPolicy | null => {
  if (rules.length === 0) return null
  const names = rules.flatMap(({ on }) => on)
  const type = unique([...names, ...followingTypes(names)].map((name) => `attendance.${name}`))
  const employeeId = ofAll(rules, ({ where }) =>
    where.employees?.every(isId) ? where.employees.map((id) => id.toLowerCase()) : undefined,
  )
  const policy: FilterPolicy = { type, baseline: ['false'] }
  const narrowed = { ...policy, ...(employeeId && { employeeId }) }
  return combinations(narrowed) <= maxCombinations ? narrowed : policy
}

const combinations = (policy: FilterPolicy): number =>
  Object.values(policy).reduce((product, values) => product * values.length, 1)
