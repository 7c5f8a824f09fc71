import { writeFile } from 'node:fs/promises'
import { newCommand } from '../local/command-line.ts'
import { alertExamplesPage } from './alert-examples/page.ts'

newCommand('npm run alert-examples')
  .description('Writes the page that shows how alerts read')
  .parse()

await writeFile(new URL('../docs/alert-examples.md', import.meta.url), alertExamplesPage())
