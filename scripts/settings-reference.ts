import { writeFile } from 'node:fs/promises'
import { Settings } from '../lib/platform/settings.ts'
import { settingsPage } from './settings-reference/page.ts'

await writeFile(new URL('../docs/settings.md', import.meta.url), settingsPage(Settings))
