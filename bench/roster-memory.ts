import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newCommand } from '../local/command-line.ts'
import { writeBundles } from './memory/function-process.ts'
import { measureRefreshes } from './memory/measure.ts'
import { invocationCells, invocationColumns, numbers, row } from './memory/rows.ts'

const { employees, sizes } = newCommand('npx node bench/roster-memory.ts')
  .description('Measures what refresh-roster takes with the memory that it may be given')
  .option('--employees <n,n>', 'of the organisation', numbers(1, 1_000_000), [1_000, 10_000])
  .option('--sizes <MB,MB>', 'of the memory', numbers(128, 10_240), [512])
  .parse()
  .opts<{ employees: number[]; sizes: number[] }>()

const columns = invocationColumns(['first refresh', 'nothing new'])
const folder = mkdtempSync(join(tmpdir(), 'memory-'))
try {
  const bundles = await writeBundles(folder, 'refreshRoster')
  process.stdout.write(row(['employees', 'memory, MB', ...columns]))
  process.stdout.write(row(['---:', '---:', ...columns.map(() => '---:')]))
  for (const people of employees)
    for (const megabytes of sizes) {
      const taken = await measureRefreshes(megabytes, people, bundles)
      process.stdout.write(row([String(people), String(megabytes), ...invocationCells(taken, 2)]))
    }
} finally {
  rmSync(folder, { recursive: true })
}
