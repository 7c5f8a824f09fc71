import { newCommand } from '../command-line.ts'
import { positiveNumber, wholeNumber } from '../option-values.ts'

/** What the command line of the service decides. */
export type CliOptions = {
  port: number
  employees: number
  seed: number
  speed: number
  json: boolean
}

/**
 * Reads the command line; prints help, or one line about a bad option, and ends the process
 * (exit code 1 for a bad option).
 */
export const readServiceOptions = (argv: string[]): CliOptions =>
  newCommand('npm run workforce')
    .description('A local Workforce API with a simulated organisation.')
    .option(
      '--port <number>',
      'the port on 127.0.0.1; 0 takes any free one',
      wholeNumber(0, 65_535),
      4010,
    )
    .option(
      '--employees <number>',
      'how many people it begins with; 0 starts empty',
      wholeNumber(0, 10_000),
      40,
    )
    .option(
      '--seed <number>',
      'decides the people, their days and the credentials',
      wholeNumber(0, 4_294_967_295),
      1,
    )
    .option(
      '--speed <factor>',
      "how fast the service's clock runs from now",
      positiveNumber(86_400),
      1,
    )
    .option('--json', 'print one line of JSON with URLs and credentials, and nothing else', false)
    .parse(argv)
    .opts<CliOptions>()
