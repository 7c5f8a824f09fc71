import { followingTypes } from '../follow-ups/what-follows.ts'
import type { AlertRule } from './alert-settings.ts'

/** An SNS filter policy over the attributes of an event's message. */
export type FilterPolicy = Record<string, string[]>

/**
 * Which events the queue of the alerts takes from the topic: the types that some rule wants, and
 * those that correct or settle them; none of the baseline. The rules decide the rest: whoever was notified of
 * something before a rule spoke of other people is to hear that it was corrected, and the type of an
 * absence may be what is corrected.
 * @returns null where no rule wants anything
 */
export const filterPolicyOf = (rules: readonly AlertRule[]): FilterPolicy | null => {
  if (rules.length === 0) return null
  const names = rules.flatMap(({ on }) => on)
  const types = new Set([...names, ...followingTypes(names)])
  return { type: [...types].map((name) => `attendance.${name}`).sort(), baseline: ['false'] }
}
