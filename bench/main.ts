import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { type Command, InvalidArgumentError } from 'commander'
import { newCommand } from '../local/command-line.ts'
import { endWithNpm } from '../local/end-with-npm.ts'
import { wholeNumber } from '../local/option-values.ts'
import { burstPage, type MeasuredBurst } from './burst/page.ts'
import { burstTable } from './burst/report.ts'
import { runBurst } from './burst/run.ts'
import { run } from './measuring/run.ts'
import {
  mannerOf,
  pageOf,
  type SizeSection,
  sectionOf,
  sectionsOnPage,
  withSections,
} from './report/page.ts'
import { sectionsOf } from './report/rows.ts'
import { tableOf } from './report/table.ts'

type Options = {
  employees: number[]
  latency: number
  inFlight: number
  days: number
  page?: string
  profiles?: string
  burst?: boolean
  clockIns?: number
  pollers: number
  requests: number
  messages: number
}

const progress = (done: string): boolean => process.stderr.write(`${done}\n`)

const size = wholeNumber(1, 1_000_000)
/** Reads sizes such as `250,2500`. */
const sizes = (text: string): number[] => {
  const all = text.split(',').map(size)
  if (new Set(all).size === all.length) return all
  throw new InvalidArgumentError('Each size only once.')
}

const measure = async (options: Options): Promise<void> => {
  const { employees: all, latency, inFlight, days, page, profiles = null } = options
  if (profiles !== null) mkdirSync(profiles, { recursive: true })
  const measured: SizeSection[] = []
  for (const employees of all) {
    const setup = { employees, latency, inFlight }
    const results = await run({ ...setup, warmUpDays: 1, days, profiles }, progress)
    const table = tableOf(sectionsOf(setup, results))
    process.stdout.write(`\n${employees} employees\n\n${table}\n\n`)
    measured.push(sectionOf(setup, days, today(), table))
    if (page === undefined) continue
    // After each size, since the large ones take long.
    const before = existsSync(page) ? readFileSync(page, 'utf8') : ''
    const known = sectionsOnPage(before, mannerOf(setup, days))
    writeFileSync(page, pageOf(withSections(known, measured), setup, days))
  }
}

/** Options that say something of a burst alone. */
const ofBursts = ['clockIns', 'pollers', 'requests', 'messages'] as const

/** What is wrong with options that are right each by itself; null where nothing is. */
const problemOf = (options: Options, command: Command): string | null => {
  const { burst, clockIns, employees, pollers, messages } = options
  const [alone] = ofBursts.filter((name) => command.getOptionValueSource(name) === 'cli')
  if (!burst)
    return alone === undefined
      ? null
      : `option '--${alone === 'clockIns' ? 'clock-ins' : alone}' is of a burst: it needs --burst`
  if (clockIns !== undefined && employees.some((each) => clockIns > each))
    return `option '--clock-ins' of ${clockIns} must be no more than --employees, of which there are ${Math.min(...employees)}`
  // A refresh of the roster publishes as well.
  if (messages <= pollers)
    return `option '--messages' of ${messages} must be more than --pollers, ${pollers}: each has at least one a second`
  return null
}

const burstCommandOf = ({ employees, latency, ...options }: Options): string =>
  `npm run bench -- --burst --employees ${employees} --latency ${latency} --pollers ${options.pollers} ` +
  `--requests ${options.requests} --messages ${options.messages}` +
  (options.clockIns === undefined ? '' : ` --clock-ins ${options.clockIns}`)

const measureBursts = async (given: Options): Promise<void> => {
  const { employees: all, latency, page, ...options } = given
  const measured: MeasuredBurst[] = []
  for (const employees of all) {
    const burst = {
      employees,
      clockIns: options.clockIns ?? Math.ceil(employees / 5),
      latency,
      pollers: options.pollers,
      requestsPerSecond: options.requests,
      messagesPerSecond: options.messages,
    }
    const table = burstTable(burst, await runBurst(burst, progress))
    process.stdout.write(`\n${employees} employees\n\n${table}\n\n`)
    measured.push({ options: burst, table })
    if (page === undefined) continue
    const made = { command: `${burstCommandOf(given)} --page ${page}`, date: today() }
    writeFileSync(page, burstPage(measured, burst, made))
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
  .option(
    '--page <file>',
    'write the page with all tables, as docs/benchmarks.md or docs/bursts.md is',
  )
  .option('--profiles <folder>', 'write CPU profiles there, which makes everything slower')
  .option('--burst', 'let some of everyone clock in within a minute, polled as it is deployed')
  .option(
    '--clock-ins <n>',
    'of a burst: who clocks in; a fifth of everyone, unless it is said',
    size,
  )
  .option('--pollers <n>', 'of a burst: how many run at once', wholeNumber(2, 100), 20)
  .option('--requests <n>', 'of a burst: to the API in a second', wholeNumber(1, 1_000), 1_000)
  .option('--messages <n>', 'of a burst: to SNS in a second', wholeNumber(1, 100_000), 300)
  .action((options: Options, command: Command) => {
    const problem = problemOf(options, command)
    if (problem !== null) command.error(`error: ${problem}`)
    return options.burst ? measureBursts(options) : measure(options)
  })
  .parseAsync()
