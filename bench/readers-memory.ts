import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newCommand } from '../local/command-line.ts'
import { wholeNumber } from '../local/option-values.ts'
import { writeBundles } from './memory/function-process.ts'
import { measureReaders } from './memory/readers.ts'

const sizesOf =
  (least: number, most: number) =>
  (text: string): number[] =>
    text.split(',').map(wholeNumber(least, most))

const { employees, sizes } = newCommand('npx node bench/readers-memory.ts')
  .description('Measures what it takes to read everybody, with the memory that may be given')
  .option('--employees <n,n>', 'of the organisation', sizesOf(1, 1_000_000), [1_000, 10_000])
  .option('--sizes <MB,MB>', 'of the memory', sizesOf(128, 10_240), [1_769])
  .parse()
  .opts<{ employees: number[]; sizes: number[] }>()

const columns = ['first time', 'warm'].flatMap((name) => [`${name}: s`, 'CPU, s', 'peak, MB'])
const row = (cells: string[]): string => `| ${cells.join(' | ')} |\n`
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
      const cells = taken.flatMap(({ wall, cpu, peak }) => [
        (wall / 1_000).toFixed(1),
        (cpu / 1_000).toFixed(1),
        peak.toFixed(0),
      ])
      const padded = columns.map((_, n) => cells[n] ?? '–')
      process.stdout.write(row([reader, String(people), String(megabytes), ...padded]))
    })
} finally {
  rmSync(folder, { recursive: true })
}
