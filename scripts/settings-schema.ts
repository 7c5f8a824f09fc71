import { writeFile } from 'node:fs/promises'
import { settingsSchemaText } from '../lib/platform/settings-schema.ts'

const file = new URL('../infra/environments/settings.schema.json', import.meta.url)
await writeFile(file, settingsSchemaText())
