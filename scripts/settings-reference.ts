import { writeFile } from 'node:fs/promises'
import { Settings } from '../lib/platform/settings.ts'
import { newCommand } from '../local/command-line.ts'
import { settingsPage } from './settings-reference/page.ts'

newCommand('npm run settings-reference').description('Writes the reference of the settings').parse()

await writeFile(new URL('../docs/settings.md', import.meta.url), settingsPage(Settings))
