import { environmentNames, readEnvironmentSettings } from '../../infra/environments.ts'
import { didYouMean, nearest } from '../../lib/settings/checks/nearest.ts'
import type { Demands } from '../../lib/settings/reading/parse-settings.ts'
import { placeholdersIn } from '../../lib/settings/reading/placeholders.ts'
import type { Settings } from '../../lib/settings/settings.ts'
import { OperatorError } from '../or-one-line.ts'

/**
 * The settings of an environment, by name.
 * @throws {OperatorError} where there is no such environment
 * @throws {SettingsError} where its settings cannot be used
 */
export const knownEnvironment = (
  folder: string,
  name: string,
  problemsFor?: Demands['problemsFor'],
): Settings => {
  const known = environmentNames(folder)
  if (known.includes(name)) return readEnvironmentSettings(folder, name, problemsFor)
  throw new OperatorError(
    `There is no environment "${name}": infra/environments has ${known.join(', ')}${didYouMean(nearest(name, known))}`,
  )
}

/**
 * The settings of an environment that is to be deployed.
 * @throws {OperatorError} where there is no such environment
 * @throws {SettingsError} where its settings cannot be used, still have examples in them, or lack
 *   who is told
 */
export const deployableEnvironment = (folder: string, name: string): Settings =>
  knownEnvironment(folder, name, placeholdersIn)
