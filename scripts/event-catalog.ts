import { mkdir, writeFile } from 'node:fs/promises'
import { eventCatalogFiles } from './event-catalog/files.ts'

const docs = new URL('../docs/', import.meta.url)
await mkdir(new URL('reference/events/', docs), { recursive: true })
for (const [path, text] of Object.entries(eventCatalogFiles()))
  await writeFile(new URL(path, docs), text)
