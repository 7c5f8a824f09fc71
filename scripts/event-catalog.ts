import { mkdir, writeFile } from 'node:fs/promises'
import { newCommand } from '../local/command-line.ts'
import { eventCatalogFiles } from './event-catalog/files.ts'

newCommand('npm run event-catalog')
  .description('Writes the event catalog, its JSON Schemas and the AsyncAPI document')
  .parse()

const docs = new URL('../docs/', import.meta.url)
await mkdir(new URL('reference/events/', docs), { recursive: true })
for (const [path, text] of Object.entries(eventCatalogFiles()))
  await writeFile(new URL(path, docs), text)
