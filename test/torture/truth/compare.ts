import { isDeepStrictEqual } from 'node:util'
import type { Expected } from './expected.ts'
import { type Match, momentFindings } from './moments.ts'
import { sequenceFindings } from './sequences.ts'
import type { Told } from './told.ts'
import type { Untruths } from './untruths.ts'

/** Where what was told is not what was due, of one employee. */
export type Finding = {
  kind: 'missing' | 'extra' | 'order' | 'moment' | 'sequence' | 'died'
  employeeId: string
  text: string
  /** When it went wrong, as near as is known, epoch milliseconds. */
  at: number
}

const iso = (moment: number): string => new Date(moment).toISOString()

const describeTold = ({ type, about, time, sequence, id, changes }: Told): string =>
  `${type} of ${about} at ${iso(time)}, sequence ${sequence}, id ${id}` +
  (changes === null ? '' : `, changes ${JSON.stringify(changes)}`)

const describeExpected = ({ type, about, when, changes }: Expected): string =>
  `${type} of ${about} ${'at' in when ? `at ${iso(when.at)}` : `seen after ${iso(when.seenAfter)}`}` +
  (changes === null ? '' : `, changes ${JSON.stringify(changes)}`)

const fits = ({ type, about, when, changes }: Expected, told: Told): boolean =>
  told.type === type &&
  told.about === about &&
  ('at' in when
    ? told.time === when.at
    : told.time === told.recordedAt && told.time >= when.seenAfter) &&
  isDeepStrictEqual(told.changes, changes)

/** Gives every expected event one of those told; both in their order. */
const matched = (expected: readonly Expected[], told: readonly Told[]) => {
  const left = told.toSorted((a, b) => a.sequence - b.sequence)
  const missing: Expected[] = []
  const matches: Match[] = []
  for (const each of expected) {
    const index = left.findIndex((candidate) => fits(each, candidate))
    const [found] = index < 0 ? [] : left.splice(index, 1)
    if (found !== undefined) matches.push({ expected: each, told: found })
    else if (!each.isOptional) missing.push(each)
  }
  return { matches, missing, extra: left }
}

/** What is still to be told of one employee. */
export const missingOf = (expected: readonly Expected[], told: readonly Told[]): Expected[] =>
  matched(expected, told).missing

const orderFindings = (matches: readonly Match[]): Finding[] =>
  [...Map.groupBy(matches, ({ expected }) => expected.story).entries()].flatMap(([story, all]) =>
    all.flatMap(({ told }, index): Finding[] => {
      const before = all[index - 1]?.told
      if (story === null || before === undefined || before.sequence < told.sequence) return []
      const text = `${describeTold(told)} should come after ${describeTold(before)}`
      return [{ kind: 'order', employeeId: told.employeeId, text, at: told.recordedAt }]
    }),
  )

/**
 * Compares what was told of one employee with what was due: every event due under exactly one
 * id, of the right type and time, nothing else, in order, numbered without a gap, and
 * each at a moment at which it could be seen.
 * @param told each id once
 */
export const compare = (
  expected: readonly Expected[],
  told: readonly Told[],
  untruths: Untruths,
): Finding[] => {
  const { matches, missing, extra } = matched(expected, told)
  return [
    ...missing.map((each): Finding => {
      const { employeeId, madeAt: at } = each
      return { kind: 'missing', employeeId, text: describeExpected(each), at }
    }),
    ...extra.map((each): Finding => {
      const { employeeId, recordedAt: at } = each
      return { kind: 'extra', employeeId, text: describeTold(each), at }
    }),
    ...orderFindings(matches),
    ...momentFindings(matches, untruths, describeTold),
    ...sequenceFindings(told),
  ]
}
