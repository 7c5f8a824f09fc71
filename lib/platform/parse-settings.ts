import { readJson, type Twice } from './json-text.ts'
import { Settings } from './settings.ts'
import { pathOf, problemsOf } from './settings-problems.ts'

/** Settings that cannot be used; one problem a line, each with its path. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError'
  readonly problems: readonly string[]

  constructor(where: string, problems: readonly string[]) {
    super(problems.map((problem) => `${where}: ${problem}`).join('\n'))
    this.problems = problems
  }
}

const twiceProblem = ({ path, line }: Twice): string =>
  `${pathOf(path)}: is there twice, the second time in line ${line}`

/**
 * Reads settings from JSON text.
 * @param where what to call the text in errors, usually its file name
 * @throws {SettingsError} with one line for each problem
 */
export const parseSettings = (text: string, where: string): Settings => {
  const written = readJson(text)
  if ('problem' in written) throw new SettingsError(where, [written.problem])
  if ('twice' in written) throw new SettingsError(where, written.twice.map(twiceProblem))
  const { json } = written
  const read = Settings.safeParse(json)
  if (read.success) return read.data
  throw new SettingsError(
    where,
    read.error.issues.flatMap((issue) => problemsOf(issue, json)),
  )
}
