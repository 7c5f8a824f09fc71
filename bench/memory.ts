import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newCommand } from '../local/command-line.ts'
import { wholeNumber } from '../local/option-values.ts'
import { median } from './measuring/statistics.ts'
import { type Invocation, writeBundles } from './memory/function-process.ts'
import { measurePolls, steps } from './memory/measure.ts'
import { numbers, row } from './memory/rows.ts'
import { usualShardSize } from './pollers/ours.ts'

const { employees, sizes } = newCommand('npx node bench/memory.ts')
  .description('Measures what poll-shard takes with the memory that it may be given')
  .option('--employees <n>', 'of the shard', wholeNumber(1, 1_000), usualShardSize)
  .option('--sizes <MB,MB>', 'of the memory', numbers(128, 10_240), [128, 192, 256, 384, 512])
  .parse()
  .opts<{ employees: number; sizes: number[] }>()

/** The CPU of most polls of a step, and the memory that the process has had by its end. */
const cellsOf = (polls: readonly Invocation[] = []): [cpu: string, peak: string] =>
  polls.length === 0
    ? ['–', '–']
    : [
        median(polls.map(({ cpu }) => cpu)).toFixed(0),
        Math.max(...polls.map(({ peak }) => peak)).toFixed(0),
      ]

const columns = [
  'bundle loaded: peak, MB',
  ...steps.flatMap(({ name }) => [`${name}: CPU, ms`, 'peak, MB']),
]
const lines = [
  ['memory, MB', ...columns],
  ['---:', ...columns.map(() => '---:')],
]
const folder = mkdtempSync(join(tmpdir(), 'memory-'))
try {
  const bundles = await writeBundles(folder, 'pollShard')
  for (const megabytes of sizes) {
    const taken = await measurePolls(megabytes, employees, bundles)
    const failed = taken.flat().reduce((sum, each) => sum + each.failed, 0)
    if (failed > 0) throw new Error(`${megabytes} MB: ${failed} polls failed`)
    const loaded = taken[0]?.[0]?.loaded.toFixed(0) ?? '–'
    const cells = steps.flatMap((_, n) => cellsOf(taken[n]))
    lines.push([String(megabytes), loaded, ...cells])
  }
} finally {
  rmSync(folder, { recursive: true })
}
process.stdout.write(lines.map(row).join(''))
