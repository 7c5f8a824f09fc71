import type * as z from 'zod'
import { Settings } from './settings.ts'

/** Settings that cannot be used; one problem a line, each with its path. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError'
  readonly problems: readonly string[]

  constructor(where: string, problems: readonly string[]) {
    super(problems.map((problem) => `${where}: ${problem}`).join('\n'))
    this.problems = problems
  }
}

const plainKey = /^[\w$-]{1,60}$/

/** A path on one line, whatever the keys of the file are. */
const pathOf = (keys: PropertyKey[]): string =>
  keys
    .map(String)
    .map((key) => (plainKey.test(key) ? key : JSON.stringify(key.slice(0, 60))))
    .join('.')

const problemOf = (issue: z.core.$ZodIssue): string[] => {
  const path = pathOf(issue.path) || 'settings'
  if (issue.code !== 'unrecognized_keys') return [`${path}: ${issue.message}`]
  return issue.keys.map((key) => `${pathOf([...issue.path, key])}: is not a setting`)
}

/**
 * Reads settings from JSON text.
 * @param where what to call the text in errors, usually its file name
 * @throws {SettingsError} with one line for each problem
 */
export const parseSettings = (text: string, where: string): Settings => {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw new SettingsError(where, ['is not JSON'])
  }
  const read = Settings.safeParse(json)
  if (read.success) return read.data
  throw new SettingsError(where, read.error.issues.flatMap(problemOf))
}
