import * as z from 'zod'
import { markOf } from './nameless.ts'

/** What was wrong with one record of a page: never its values, only where and which rule. */
export type RejectedRecord = {
  index: number
  /**
   * As it came, as the ids of records are kept and compared; where it is no uuid, a mark of the
   * record (lib/workforce/nameless.ts).
   */
  id: string
  problems: string[]
}

/** So many of what is wrong with a record are named. */
const maxProblems = 10

const Identified = z.object({ id: z.guid() })

const idOf = (record: unknown): string => {
  const parsed = Identified.safeParse(record)
  return parsed.success ? parsed.data.id : markOf(record)
}

/** Of the ways to read a record, what is wrong with the one that it came closest to. */
const closest = (issue: z.core.$ZodIssue): z.core.$ZodIssue[] => {
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [issue]
  const ways = issue.errors.map((issues) =>
    issues.flatMap(closest).map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] })),
  )
  const typed = ways.filter((way) => !way.some(({ path }) => path.at(-1) === '$type'))
  return (typed.length > 0 ? typed : ways).reduce((best, way) =>
    way.length < best.length ? way : best,
  )
}

const described = (issue: z.core.$ZodIssue): string =>
  `${issue.path.join('.')}: ${issue.code === 'custom' ? issue.message : issue.code}`

/**
 * What is kept of a record that cannot be read.
 * @param index its place on its page
 * @param record as it came
 * @param issues what reading it found
 */
export const rejectedRecord = (
  index: number,
  record: unknown,
  issues: z.core.$ZodIssue[],
): RejectedRecord => ({
  index,
  id: idOf(record),
  problems: issues.flatMap(closest).slice(0, maxProblems).map(described),
})
