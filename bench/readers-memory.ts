import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newCommand } from '../local/command-line.ts'
import { writeBundles } from './memory/function-process.ts'
import { measureReaders } from './memory/readers.ts'
import { invocationCells, invocationColumns, numbers, row } from './memory/rows.ts'

const { employees, sizes } = newCommand('npx node bench/readers-memory.ts')
  .description('Measures what it takes to read everybody, with the memory that may be given')
  .option('--employees <n,n>', 'of the organisation', numbers(1, 1_000_000), [1_000, 10_000])
  .option('--sizes <MB,MB>', 'of the memory', numbers(128, 10_240), [1_769])
  .parse()
  .opts<{ employees: number[]; sizes: number[] }>()

const columns = invocationColumns(['first time', 'warm'])
const folder = mkdtempSync(join(tmpdir(), 'memory-'))
try {
  const bundles = {
    readApi: await writeBundles(join(folder, 'read-api'), 'readApi'),
    sendDigest: await writeBundles(join(folder, 'send-digest'), 'sendDigest'),
  }
  process.stdout.write(row(['function', 'employees', 'memory, MB', ...columns]))
  process.stdout.write(row(['---', '---:', '---:', ...columns.map(() => '---:')]))
  for (const people of employees)
    await measureReaders(sizes, people, bundles, (reader, megabytes, taken) => {
      process.stdout.write(
        row([reader, String(people), String(megabytes), ...invocationCells(taken, 2)]),
      )
    })
} finally {
  rmSync(folder, { recursive: true })
}
