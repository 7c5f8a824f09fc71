import type * as z from 'zod'
import { type SettingGroup, type SettingRow, settingGroups } from './rows.ts'

const opening = `# Settings

One JSON file for each environment, \`infra/environments/<name>.json\`; the local run reads the same
format. Units are in the names. A key that is not listed here, or a value that is not allowed, is
an error that names its path. Credentials are never in it: they are in Secrets Manager.

This page is generated from the schema that reads the file: \`npm run generate\`.`

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ')

const fallbackOf = ({ fallback, isRequired }: SettingRow): string =>
  isRequired ? 'must be given' : fallback === undefined ? 'none' : `\`${fallback}\``

const row = (setting: SettingRow): string => {
  const { path, type, allowed, meaning } = setting
  const cells = [`\`${path}\``, type, fallbackOf(setting), allowed, meaning]
  return `| ${cells.map(cell).join(' | ')} |`
}

const section = ({ path, meaning, rows }: SettingGroup): string =>
  [
    ...(path === '' ? [] : [`## ${path}`, '']),
    ...(meaning === '' ? [] : [`${meaning}.`, '']),
    '| setting | type | default | allowed | meaning |',
    '|---|---|---|---|---|',
    ...rows.map(row),
  ].join('\n')

/** The settings reference for readers, `docs/settings.md`. */
export const settingsPage = (settings: z.ZodObject): string =>
  `${[opening, ...settingGroups(settings).map(section)].join('\n\n')}\n`
