import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { nodeVariables } from '../infra/bundling.ts'
import { environmentsFolder, readEnvironmentSettings } from '../infra/environments.ts'
import { dispatchEverySeconds } from '../lib/polling/timing.ts'
import { environmentsOf } from '../lib/settings/polling-variables.ts'
import { newCommand } from '../local/command-line.ts'
import { type FunctionSource, writeBundle } from './bundle-function.ts'
import { functionSources } from './function-sources.ts'

newCommand('npx node bench/bundles.ts')
  .description('Measures size and import time of the bundles')
  .parse()

const runs = 15
const formats = ['cjs', 'esm'] as const
const folder = mkdtempSync(join(tmpdir(), 'bundles-'))

const variables = environmentsOf(
  readEnvironmentSettings(environmentsFolder, 'dev'),
  { tableName: 'table', topicArn: 'topic', queueUrl: 'https://queue', credentialsSecret: 'secret' },
  dispatchEverySeconds,
)

const timer = (file: string): string =>
  `const begun = performance.now(); await import(${JSON.stringify(pathToFileURL(file).href)});` +
  'console.log(performance.now() - begun)'

/** How long a new process takes to import a bundle, in milliseconds: the median of some. */
const importTime = (file: string, own: Record<string, string | undefined>): number => {
  const env = { PATH: process.env['PATH'], AWS_REGION: 'eu-west-1', ...nodeVariables, ...own }
  const args = ['--input-type=module', '--eval', timer(file)]
  const times = Array.from({ length: runs }, () =>
    Number(execFileSync(process.execPath, args, { env, encoding: 'utf8' }).trim()),
  )
  return times.toSorted((a, b) => a - b)[Math.floor(runs / 2)] ?? Number.NaN
}

const measure = async (
  name: string,
  source: FunctionSource,
  own: Record<string, string | undefined>,
): Promise<void> => {
  const cells = []
  for (const format of formats) {
    const file = join(folder, `${name.replaceAll(/\W+/g, '-')}.${format === 'cjs' ? 'cjs' : 'mjs'}`)
    await writeBundle(source, file, format)
    cells.push(`${(statSync(file).size / 1_000).toFixed(0).padStart(9)} kB`)
    cells.push(`${importTime(file, own).toFixed(0).padStart(8)} ms`)
  }
  process.stdout.write(`${name.padEnd(38)}${cells.join('')}\n`)
}

const heading = formats.map((format) => `${format} size`.padStart(12) + 'import'.padStart(11))
process.stdout.write(`${' '.repeat(38)}${heading.join('')}\n`)
try {
  for (const name of ['pollShard', 'refreshRoster', 'dispatchPolls'] as const) {
    const { file, empty } = functionSources[name]
    await measure(name, { file }, variables[name])
    await measure('  empty, same AWS clients', empty, {})
    if (name === 'pollShard')
      await measure(
        '  empty, and its libraries',
        functionSources[name].withLibraries,
        variables[name],
      )
  }
} finally {
  rmSync(folder, { recursive: true })
}
