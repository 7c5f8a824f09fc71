import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSettings, SettingsError } from '../lib/platform/parse-settings.ts'
import type { Settings } from '../lib/platform/settings.ts'

/** Where the settings of every environment stand. */
export const environmentsFolder = fileURLToPath(new URL('environments/', import.meta.url))

const isSettings = (file: string): boolean =>
  file.endsWith('.json') && !file.endsWith('.schema.json')

/** The names of the environments of a folder, sorted. */
export const environmentNames = (folder: string): string[] =>
  readdirSync(folder)
    .filter(isSettings)
    .map((file) => basename(file, '.json'))
    .toSorted()

/**
 * Reads the settings of one environment.
 * @throws {SettingsError} with one line for each problem
 */
export const readEnvironmentSettings = (folder: string, name: string): Settings => {
  const where = `${name}.json`
  const settings = parseSettings(readFileSync(join(folder, where), 'utf8'), where)
  if (settings.name !== name)
    throw new SettingsError(where, [`name: must be "${name}", as the file is called`])
  return settings
}

/**
 * Reads the settings of every environment of a folder.
 * @throws {SettingsError} with one line for each problem of each file
 */
export const readEnvironments = (folder: string): Settings[] => {
  const problems: string[] = []
  const all = environmentNames(folder).flatMap((name) => {
    try {
      return [readEnvironmentSettings(folder, name)]
    } catch (error) {
      if (!(error instanceof SettingsError)) throw error
      problems.push(error.message)
      return []
    }
  })
  if (problems.length > 0) throw new UnusableEnvironmentsError(problems.join('\n'))
  return all
}

/** Settings of several environments that cannot be used; one problem a line. */
export class UnusableEnvironmentsError extends Error {
  override readonly name = 'UnusableEnvironmentsError'
}
