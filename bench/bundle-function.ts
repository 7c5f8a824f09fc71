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

/**
 * Bundles as the deployment does.
 * @param format the deployment's own, unless another is to be compared with it
 * @returns the bundle's text, without its source map
 */
export const bundleFunction = async (
  source: FunctionSource,
  format: 'cjs' | 'esm' = bundle.format,
): Promise<Uint8Array> => {
  const { outputFiles } = await build({
    ...inputOf(source),
    ...bundle,
    mainFields: [...bundle.mainFields],
    format,
    absWorkingDir: root,
    bundle: true,
    platform: 'node',
    write: false,
    logLevel: 'error',
  })
  const [output] = outputFiles
  if (output === undefined) throw new Error('esbuild made nothing')
  return output.contents
}
