import { environmentNames, readEnvironmentSettings } from '../../infra/environments.ts'
import type { Settings } from '../../lib/platform/settings.ts'
import { OperatorError } from '../or-one-line.ts'

/**
 * The settings of an environment, by name.
 * @throws {OperatorError} where there is no such environment
 * @throws {SettingsError} where its settings cannot be used
 */
export const knownEnvironment = (folder: string, name: string): Settings => {
  const known = environmentNames(folder)
  if (known.includes(name)) return readEnvironmentSettings(folder, name)
  throw new OperatorError(
    `There is no environment "${name}": infra/environments has ${known.join(', ')}`,
  )
}
