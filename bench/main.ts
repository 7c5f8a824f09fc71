import { mkdirSync, writeFileSync } from 'node:fs'
import { InvalidArgumentError } from 'commander'
import { newCommand } from '../local/command-line.ts'
import { endWithNpm } from '../local/end-with-npm.ts'
import { wholeNumber } from '../local/option-values.ts'
import { run } from './measuring/run.ts'
import { type Measured, pageOf } from './report/page.ts'
import { sectionsOf } from './report/rows.ts'
import { tableOf } from './report/table.ts'

type Options = {
  employees: number[]
  latency: number
  inFlight: number
  days: number
  page?: string
  profiles?: string
}

const size = wholeNumber(1, 1_000_000)
/** Reads sizes such as `250,2500`. */
const sizes = (text: string): number[] => {
  const all = text.split(',').map(size)
  if (new Set(all).size === all.length) return all
  throw new InvalidArgumentError('Each size only once.')
}

/** What to type to get the same page again. */
const commandOf = ({ employees, latency, inFlight, days }: Options): string =>
  `npm run bench -- --employees ${employees} --latency ${latency} --in-flight ${inFlight} --days ${days}`

const measure = async (options: Options): Promise<void> => {
  const { employees: all, latency, inFlight, days, page, profiles = null } = options
  if (profiles !== null) mkdirSync(profiles, { recursive: true })
  const measured: Measured[] = []
  for (const employees of all) {
    const setup = { employees, latency, inFlight }
    const results = await run({ ...setup, warmUpDays: 1, days, profiles }, (done) =>
      process.stderr.write(`${done}\n`),
    )
    const table = tableOf(sectionsOf(setup, results))
    process.stdout.write(`\n${employees} employees\n\n${table}\n\n`)
    measured.push({ setup, table })
    if (page === undefined) continue
    // After each size, since the large ones take long.
    const made = { command: `${commandOf(options)} --page ${page}`, date: today(), days }
    writeFileSync(page, pageOf(measured, { latency, inFlight }, made))
  }
}

const today = (): string => new Date().toISOString().slice(0, 10)

endWithNpm()
await newCommand('npm run bench')
  .description(
    'Polls a whole day of an organisation with this project, with a plain poller and with a bare client, and measures all three',
  )
  .option(
    '--employees <n,n>',
    'how large the organisation is; several sizes, one after another',
    sizes,
    [1_000],
  )
  .option('--latency <ms>', 'how long the API takes to answer', wholeNumber(1, 10_000), 50)
  .option('--in-flight <n>', 'calls in flight at once', wholeNumber(1, 1_000), 50)
  .option('--days <n>', 'how many days are measured', wholeNumber(1, 100), 3)
  .option('--page <file>', 'write the page with all tables, as docs/benchmarks.md is')
  .option('--profiles <folder>', 'write CPU profiles there, which makes everything slower')
  .action(measure)
  .parseAsync()
