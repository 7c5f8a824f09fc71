import { settingsProblems } from '../checks/settings-checks.ts'
import { Settings } from '../settings.ts'
import { readJson, type Twice } from './json-text.ts'
import { readableSettings } from './readable-settings.ts'
import { namedPath, pathOf, problemsOf } from './settings-problems.ts'

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

/** What does not fit, between settings and with the name that they must have. */
const misfits = (json: unknown, name: string | undefined): string[] => {
  const readable = readableSettings(json)
  const isMisnamed = name !== undefined && readable.name !== undefined && readable.name !== name
  return [
    ...(isMisnamed ? [`name: must be "${name}", as the file is called`] : []),
    ...settingsProblems(readable).map(
      ({ path, message }) => `${namedPath(json, path)}: ${message}`,
    ),
  ]
}

/** What is asked of settings beside being usable. */
export type Demands = {
  /** What the environment must be called. */
  name?: string
  /** Problems that what was read has for a purpose, one line each. */
  problemsFor?: (json: unknown) => string[]
}

/**
 * Reads settings from JSON text.
 * @param where what to call the text in errors, usually its file name
 * @throws {SettingsError} with one line for each problem
 */
export const parseSettings = (
  text: string,
  where: string,
  { name, problemsFor = () => [] }: Demands = {},
): Settings => {
  const written = readJson(text)
  if ('problem' in written) throw new SettingsError(where, [written.problem])
  const { json, twice } = written
  const read = Settings.safeParse(json)
  const issues = read.error?.issues ?? []
  const problems = [
    ...twice.map(twiceProblem),
    ...issues.flatMap((issue) => problemsOf(issue, json)),
    ...misfits(json, name),
    ...problemsFor(json),
  ]
  if (!read.success || problems.length > 0) throw new SettingsError(where, problems)
  return read.data
}
