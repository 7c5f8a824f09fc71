import * as z from 'zod'
import type { AlertRule } from '../platform/alert-settings.ts'
import { knownAbsenceTypes } from '../workforce/reading.ts'

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
 * Which events the queue of the alerts takes from the topic: the types that some rule wants,
 * none of the baseline; and where every rule names known absence types, or employees by their ids,
 * only those. The rules decide the rest.
 * @returns null where no rule wants anything
 */
export const filterPolicyOf = (rules: readonly AlertRule[]): FilterPolicy | null => {
  if (rules.length === 0) return null
  const type = unique(rules.flatMap(({ on }) => on.map((name) => `attendance.${name}`)))
  // A type that is not known may travel under another word, or in another case.
  const absenceType = ofAll(rules, ({ where }) =>
    where.absenceTypes?.every((each) => knownAbsenceTypes.includes(each))
      ? where.absenceTypes
      : undefined,
  )
  const employeeId = ofAll(rules, ({ where }) =>
    where.employees?.every(isId) ? where.employees.map((id) => id.toLowerCase()) : undefined,
  )
  const policy: FilterPolicy = { type, baseline: ['false'] }
  const narrowed = { ...policy, ...(absenceType && { absenceType }) }
  const narrowest = { ...narrowed, ...(employeeId && { employeeId }) }
  return [narrowest, narrowed].find((each) => combinations(each) <= maxCombinations) ?? policy
}

const combinations = (policy: FilterPolicy): number =>
  Object.values(policy).reduce((product, values) => product * values.length, 1)
