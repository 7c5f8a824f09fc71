import { availableParallelism } from 'node:os'
import { InvalidArgumentError } from 'commander'
import { newCommand } from '../../local/command-line.ts'
import { type FaultKind, faultKinds, isFaultKind } from './system/fault-kinds.ts'

/** What `npm run simulate` is asked to do. */
export type SimulateOptions = {
  seeds: number
  from: number
  employees: number
  days: number
  seed?: number
  /** Begins no further seed after this. */
  minutes?: number
  /** Threads that run seeds side by side. */
  jobs: number
  faults?: FaultKind[]
  trace: boolean
  /** Whether a digest of each seed is printed. */
  digest: boolean
  /** Whether seeds are of few people and days, and else what they are by their number. */
  small?: boolean
  /** Whether every seed goes through the real client. */
  http?: boolean
  /** Whether every seed has endpoints. */
  webhooks?: boolean
}

const wholeNumber = (text: string): number => {
  const value = Number(text)
  if (!/^\d+$/.test(text) || value < 1) throw new InvalidArgumentError('must be 1 or more.')
  return value
}

const faultList = (text: string): FaultKind[] => {
  const kinds = text === 'none' ? [] : text.split(',')
  const unknown = kinds.find((kind) => !isFaultKind(kind))
  if (unknown !== undefined)
    throw new InvalidArgumentError(`${unknown} is none of: none, ${faultKinds.join(', ')}.`)
  return kinds.filter(isFaultKind)
}

/** Without another word. */
const usual = { seeds: 1_000, jobs: availableParallelism() }

/** Reads the command line; ends the process with one clear line where it cannot be used. */
export const readSimulateOptions = (argv: readonly string[]): SimulateOptions => {
  const command = newCommand('npm run simulate')
    .description('Runs the system against a simulated world, with faults, and checks the promise.')
    .option(
      '--seeds <count>',
      `how many seeds to run (${usual.seeds} unless --minutes)`,
      wholeNumber,
    )
    .option('--from <seed>', 'the first seed', wholeNumber, 1)
    .option('--minutes <count>', 'begin no seed after so many minutes', wholeNumber)
    .option('--jobs <count>', 'how many to run at once', wholeNumber, usual.jobs)
    .option('--employees <count>', 'how many people work there', wholeNumber, 20)
    .option('--days <count>', 'how many days pass', wholeNumber, 3)
    .option('--small', 'six people and two days, and else what the seed is by its number')
    .option('--http', 'through the real client, over a transport in memory')
    .option('--webhooks', 'with endpoints of outside systems, replays and snapshots')
    .option('--seed <seed>', 'this seed only', wholeNumber)
    .option('--faults <kinds>', 'these faults only, comma-separated, or none', faultList)
    .option('--trace', 'print what happens to the seed of --seed, moment by moment', false)
    .option('--digest', 'print of each seed a digest of what was published and stored', false)
    .parse(argv)
  const options = command.opts<Omit<SimulateOptions, 'seeds'> & { seeds?: number }>()
  if (options.trace && options.seed === undefined)
    command.error('error: --trace needs --seed: it prints what happens to one seed.')
  const seeds = options.minutes === undefined ? usual.seeds : Number.POSITIVE_INFINITY
  return { seeds, ...options }
}
