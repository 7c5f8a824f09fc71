import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { newCommand } from '../local/command-line.ts'
import { catalogContent } from './catalog/content.ts'

/** Git knows nothing of what is there. */
const folder = '.data/catalog'
/** What an earlier build left, but for the packages. */
const stale = ['dist', 'services', 'channels', '.eventcatalog-core']

newCommand('npx node scripts/catalog.ts')
  .description(`Builds pages to browse the events in, with EventCatalog: ${folder}/dist`)
  .parse()

/** Runs a command in the folder; ends with its status where it fails. */
const run = (command: string, ...args: string[]): void => {
  const { status } = spawnSync(command, args, {
    cwd: folder,
    stdio: 'inherit',
    env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' },
  })
  if (status !== 0) process.exit(status ?? 1)
}

for (const name of stale) rmSync(join(folder, name), { recursive: true, force: true })
for (const [path, text] of catalogContent()) {
  const file = join(folder, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}
run('npm', 'install', '--ignore-scripts', '--no-audit', '--no-fund')
run(process.execPath, 'node_modules/@eventcatalog/core/bin/eventcatalog.js', 'build')
process.stdout.write(
  `The catalog is in ${folder}/dist, for any web server: python3 -m http.server --directory ${folder}/dist\n`,
)
