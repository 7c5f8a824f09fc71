import { fileURLToPath } from 'node:url'
import { type BuildOptions, build } from 'esbuild'
import { bundle } from '../infra/bundling.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** What is bundled: a file of the project, or source text that stands in its root. */
export type FunctionSource = { file: string } | { text: string }

const inputOf = (source: FunctionSource): BuildOptions =>
  'file' in source
    ? { entryPoints: [source.file] }
    : { stdin: { contents: source.text, resolveDir: root, loader: 'ts' } }

type Format = 'cjs' | 'esm'

/** @param format the deployment's own, unless another is to be compared with it */
const optionsFor = (source: FunctionSource, format: Format = bundle.format) => ({
  ...inputOf(source),
  ...bundle,
  mainFields: [...bundle.mainFields],
  format,
  absWorkingDir: root,
  bundle: true,
  platform: 'node' as const,
  logLevel: 'error' as const,
})

/**
 * Bundles as the deployment does.
 * @returns the bundle's text, without its source map
 */
export const bundleFunction = async (source: FunctionSource): Promise<Uint8Array> => {
  const { outputFiles } = await build({ ...optionsFor(source), write: false })
  const [output] = outputFiles
  if (output === undefined) throw new Error('esbuild made nothing')
  return output.contents
}

/**
 * Likewise, into a file, with its source map beside it: Node reads that when it loads the bundle, which
 * takes time and memory.
 * @param outfile its path; of `.cjs` or `.mjs`, as the format is
 */
export const writeBundle = async (
  source: FunctionSource,
  outfile: string,
  format?: Format,
): Promise<void> => {
  await build({ ...optionsFor(source, format), outfile, sourcemap: true })
}
