import { mkdir, writeFile } from 'node:fs/promises'
import { openApiText } from '../lib/workforce/contract/openapi.ts'
import { newCommand } from '../local/command-line.ts'

newCommand('npm run openapi')
  .description('Writes the OpenAPI document of the Workforce API')
  .parse()

const folder = new URL('../docs/reference/', import.meta.url)
await mkdir(folder, { recursive: true })
await writeFile(new URL('workforce-api.openapi.json', folder), openApiText())
