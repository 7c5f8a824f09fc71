import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newCommand } from '../local/command-line.ts'
import { writeBundles } from './memory/function-process.ts'
import { invocationCells, invocationColumns, numbers, row } from './memory/rows.ts'
import { measureSenders } from './memory/senders.ts'

const { sizes } = newCommand('npx node bench/senders-memory.ts')
  .description('Measures what it takes to plan polls, and to send on what was published')
  .option('--sizes <MB,MB>', 'of the memory', numbers(128, 10_240), [128, 256, 512])
  .parse()
  .opts<{ sizes: number[] }>()

const columns = invocationColumns(['first time', 'next'])
const folder = mkdtempSync(join(tmpdir(), 'memory-'))
try {
  const bundles = {
    dispatchPolls: await writeBundles(join(folder, 'dispatch-polls'), 'dispatchPolls'),
    sendAlerts: await writeBundles(join(folder, 'send-alerts'), 'sendAlerts'),
    deliverWebhook: await writeBundles(join(folder, 'deliver-webhook'), 'deliverWebhook'),
    replayEvents: await writeBundles(join(folder, 'replay-events'), 'replayEvents'),
  }
  process.stdout.write(row(['function', 'memory, MB', ...columns]))
  process.stdout.write(row(['---', '---:', ...columns.map(() => '---:')]))
  await measureSenders(sizes, bundles, (task, megabytes, taken) => {
    process.stdout.write(row([task, String(megabytes), ...invocationCells(taken, 2)]))
  })
} finally {
  rmSync(folder, { recursive: true })
}
