import { Command, InvalidArgumentError } from 'commander'
import { type FaultKind, faultKinds, isFaultKind } from './system/faults.ts'

/** What `npm run simulate` is asked to do. */
export type SimulateOptions = {
  seeds: number
  from: number
  employees: number
  days: number
  seed?: number
  faults?: FaultKind[]
  trace: boolean
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

/** Reads the command line; ends the process with one clear line where it cannot be used. */
export const readOptions = (argv: readonly string[]): SimulateOptions =>
  new Command('simulate')
    .description('Runs the system against a simulated world, with faults, and checks the promise.')
    .option('--seeds <count>', 'how many seeds to run', wholeNumber, 1_000)
    .option('--from <seed>', 'the first seed', wholeNumber, 1)
    .option('--employees <count>', 'how many people work there', wholeNumber, 20)
    .option('--days <count>', 'how many days pass', wholeNumber, 3)
    .option('--seed <seed>', 'this seed only', wholeNumber)
    .option('--faults <kinds>', 'these faults only, comma-separated, or none', faultList)
    .option('--trace', 'print what happens, moment by moment', false)
    .parse(argv)
    .opts<SimulateOptions>()
