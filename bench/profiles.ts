import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { newCommand } from '../local/command-line.ts'
import { wholeNumber } from '../local/option-values.ts'

const { folder, employees } = newCommand('npx node bench/profiles.ts')
  .description('Says where the CPU time of polls went, by profiles that the benchmark has written')
  .requiredOption('--folder <folder>', 'where `npm run bench -- --profiles <folder>` wrote them')
  .requiredOption('--employees <n>', 'how many were polled', wholeNumber(1, 1_000_000))
  .parse()
  .opts<{ folder: string; employees: number }>()

/** What is read of a CPU profile as V8 writes it; times are in microseconds. */
const Profile = z.object({
  nodes: z.array(
    z.object({
      id: z.number(),
      callFrame: z.object({ functionName: z.string(), url: z.string() }),
    }),
  ),
  samples: z.array(z.number()),
  timeDeltas: z.array(z.number()),
})
type Frame = z.infer<typeof Profile>['nodes'][number]['callFrame']

/** Of the polls of these spans, the two that are compared, and of these systems. */
const columns = ['idle-poll', 'everyone-clocks-out'].flatMap((span) =>
  ['bare', 'ours'].map((system) => ({ system, span })),
)

/** Idle time, and what profiling takes itself. */
const isNoWork = ({ functionName, url }: Frame): boolean =>
  functionName === '(idle)' || url === 'node:inspector'

/** Whose code it is; what has no file is Node's: sockets, promises, encodings. */
const ownerOf = ({ functionName, url }: Frame): string => {
  if (functionName === '(garbage collector)') return 'garbage collection'
  const [, dependency] = /\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url) ?? []
  if (dependency !== undefined)
    return /^@(aws-sdk|smithy|aws)\//.test(dependency) ? 'AWS SDK' : dependency
  const [, room] = /\/(lib\/[^/]+)\//.exec(url) ?? []
  if (room !== undefined) return room
  return url.includes('/bench/') ? 'bench' : 'Node: sockets, HTTP, promises'
}

/** Microseconds by owner, of one poll, an employee: the mean of all days but the first, which warms up. */
const timesOf = ({ system, span }: (typeof columns)[number]): Map<string, number> => {
  const name = new RegExp(`^${system}-[1-9]\\d*-\\d+-${span}\\.cpuprofile$`)
  const files = readdirSync(folder).filter((file) => name.test(file))
  if (files.length === 0) throw new Error(`${folder} has no profile of ${system}: ${span}`)
  const times = new Map<string, number>()
  for (const file of files) {
    const profile = Profile.parse(JSON.parse(readFileSync(join(folder, file), 'utf8')))
    const frames = new Map(profile.nodes.map(({ id, callFrame }) => [id, callFrame]))
    for (const [index, id] of profile.samples.entries()) {
      const frame = frames.get(id)
      if (frame === undefined || isNoWork(frame)) continue
      const owner = ownerOf(frame)
      const share = (profile.timeDeltas[index] ?? 0) / files.length / employees
      times.set(owner, (times.get(owner) ?? 0) + share)
    }
  }
  return times
}

const all = columns.map(timesOf)
const last = all.at(-1) ?? new Map()
const owners = [...new Set(all.flatMap((times) => [...times.keys()]))].sort(
  (a, b) => (last.get(b) ?? 0) - (last.get(a) ?? 0),
)
const sumOf = (times: Map<string, number>) => [...times.values()].reduce((a, b) => a + b, 0)
const rows = [
  [
    'µs an employee',
    ...columns.map(({ system, span }) => `${span.replaceAll('-', ' ')}: ${system}`),
  ],
  ['---', ...columns.map(() => '---:')],
  // What is less than a microsecond everywhere is left out.
  ...owners
    .filter((owner) => all.some((times) => (times.get(owner) ?? 0) >= 1))
    .map((owner) => [owner, ...all.map((times) => (times.get(owner) ?? 0).toFixed(0))]),
  ['together', ...all.map((times) => sumOf(times).toFixed(0))],
]
process.stdout.write(`${rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n`)
