import { writeFile } from 'node:fs/promises'
import { alertExamplesPage } from './alert-examples/page.ts'

await writeFile(new URL('../docs/alert-examples.md', import.meta.url), alertExamplesPage())
