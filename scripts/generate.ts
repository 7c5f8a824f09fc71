import { mkdir, writeFile } from 'node:fs/promises'
import { newCommand } from '../local/command-line.ts'
import { generatedFiles } from './generated.ts'

newCommand('npm run generate')
  .description('Writes everything that is made from the code: references, schemas, examples')
  .parse()

for (const [path, text] of generatedFiles()) {
  const file = new URL(`../${path}`, import.meta.url)
  await mkdir(new URL('.', file), { recursive: true })
  await writeFile(file, text)
}
