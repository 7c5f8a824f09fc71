import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { sourceMutants } from './all.ts'
import { mutated } from './source-mutant.ts'

/**
 * Loaded before a simulation (`node --import`): the file that the mutant named in `MUTANT`
 * changes is loaded with that change. The file itself stays as it is.
 */
const name = process.env['MUTANT']
const mutant = sourceMutants.find((each) => each.name === name)
if (mutant === undefined) throw new Error(`There is no mutant ${name}`)
const root = new URL('../../../', import.meta.url)
const target = pathToFileURL(fileURLToPath(new URL(mutant.file, root))).href

registerHooks({
  load: (url, context, nextLoad) => {
    const loaded = nextLoad(url, context)
    if (url !== target) return loaded
    return { ...loaded, source: mutated(mutant, readFileSync(fileURLToPath(url), 'utf8')) }
  },
})
