import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  type Demands,
  parseSettings,
  SettingsError,
} from '../lib/settings/reading/parse-settings.ts'
import type { Settings } from '../lib/settings/settings.ts'

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
export const readEnvironmentSettings = (
  folder: string,
  name: string,
  problemsFor?: Demands['problemsFor'],
): Settings => {
  const where = `${name}.json`
  const text = readFileSync(join(folder, where), 'utf8')
  return parseSettings(text, where, { name, ...(problemsFor && { problemsFor }) })
}

/** Settings that cannot be used; one line for each problem. */
export type UnusableEnvironment = { name: string; problems: readonly string[] }

/** Reads the settings of every environment of a folder; one that cannot be used stops no other. */
export const readEnvironments = (
  folder: string,
): { usable: Settings[]; unusable: UnusableEnvironment[] } => {
  const usable: Settings[] = []
  const unusable: UnusableEnvironment[] = []
  for (const name of environmentNames(folder))
    try {
      usable.push(readEnvironmentSettings(folder, name))
    } catch (error) {
      if (!(error instanceof SettingsError)) throw error
      unusable.push({ name, problems: error.message.split('\n') })
    }
  return { usable, unusable }
}
