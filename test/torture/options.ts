import { Option } from 'commander'
import { newCommand } from '../../local/command-line.ts'
import { positiveNumber, wholeNumber } from '../../local/option-values.ts'

/** What `npm run torture` is asked to do. */
export type TortureOptions = { minutes: number; seed: number; employees: number }

const maxSeed = 4_294_967_295

/** Reads the command line; ends the process with one clear line where it cannot be used. */
export const readTortureOptions = (argv: readonly string[]): TortureOptions =>
  newCommand('npm run torture')
    .description('Kills the processes of the local run at random moments, and checks the promise.')
    .option('--minutes <number>', 'how long things go wrong', positiveNumber(1_440), 3)
    .addOption(
      new Option('--seed <number>', 'decides what people do and what goes wrong')
        .argParser(wholeNumber(0, maxSeed))
        .default(Math.floor(Math.random() * maxSeed), 'another each time'),
    )
    .option('--employees <number>', 'how many people work there', wholeNumber(1, 1_000), 24)
    .parse(argv)
    .opts<TortureOptions>()
