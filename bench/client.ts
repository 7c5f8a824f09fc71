import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { newCommand } from '../local/command-line.ts'

newCommand('npx node bench/client.ts')
  .description("CPU of a call by our API client, by a bare node:http client and by Node's fetch")
  .parse()

const runs = 7
const calls = 10_000
const names = ['bare', 'fetch', 'ours'] as const

const start = async (script: string, ...args: string[]) => {
  const child = fork(fileURLToPath(new URL(script, import.meta.url)), args)
  const [said] = await once(child, 'message')
  return { child, said: Number(said) }
}

const service = await start('client-service.ts')
const url = `http://127.0.0.1:${service.said}`
const results: Record<(typeof names)[number], number[]> = { bare: [], fetch: [], ours: [] }
// In turn, so that whatever else the machine does falls on all of them.
for (let run = 0; run < runs; run += 1)
  for (const name of names) {
    const { child, said } = await start('client-calls.ts', name, url, String(calls))
    results[name].push(said)
    if (child.exitCode === null) await once(child, 'exit')
  }
service.child.disconnect()

const sorted = (name: (typeof names)[number]) => results[name].toSorted((a, b) => a - b)
const median = (name: (typeof names)[number]) => sorted(name)[Math.floor(runs / 2)] ?? Number.NaN
const heading = ['µs of CPU', 'of bare', 'least', 'most'].map((cell) => cell.padStart(12)).join('')
process.stdout.write(`${' '.repeat(8)}${heading}\n`)
for (const name of names) {
  const all = sorted(name)
  const cells = [median(name), median(name) / median('bare'), all[0] ?? 0, all.at(-1) ?? 0]
  const shown = cells.map((cell, place) => cell.toFixed(place === 1 ? 2 : 0).padStart(12))
  process.stdout.write(`${name.padEnd(8)}${shown.join('')}\n`)
}
