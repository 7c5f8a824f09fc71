import { fileURLToPath } from 'node:url'
import { defineConfig, mergeConfig } from 'vitest/config'
import base from '../../../vitest.config.ts'
import { sourceMutants } from './all.ts'
import { mutated } from './source-mutant.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const mutant = sourceMutants.find(({ name }) => name === process.env['MUTANT'])
if (mutant === undefined) throw new Error(`There is no mutant ${process.env['MUTANT']}`)

/** The tests as they are, with the change of the mutant named in `MUTANT`. */
export default mergeConfig(
  base,
  defineConfig({
    plugins: [
      {
        name: 'mutate',
        enforce: 'pre',
        transform: (code, id) => (id === root + mutant.file ? mutated(mutant, code) : null),
      },
    ],
    // What one mutant changed, the next run must not find in a cache.
    test: { root, maxWorkers: 1, fsModuleCache: false },
  }),
)
