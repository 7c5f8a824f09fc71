import { writeFile } from 'node:fs/promises'
import { settingsSchemaText } from '../lib/platform/settings-schema.ts'
import { newCommand } from '../local/command-line.ts'

newCommand('npm run settings-schema')
  .description('Writes the JSON Schema that editors check settings with')
  .parse()

const file = new URL('../infra/environments/settings.schema.json', import.meta.url)
await writeFile(file, settingsSchemaText())
