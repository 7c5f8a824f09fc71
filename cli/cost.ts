import { InvalidArgumentError } from 'commander'
import { environmentsFolder } from '../infra/environments.ts'
import { newCommand } from '../local/command-line.ts'
import { billText } from './cost/bill.ts'
import { knownEnvironment } from './deployment/known-environment.ts'
import { OperatorError, orOneLine } from './or-one-line.ts'

const wholeNumber = (text: string): number => {
  const number = Number(text)
  if (Number.isInteger(number) && number > 0) return number
  throw new InvalidArgumentError('It must be a whole number of 1 or more.')
}

await newCommand('npm run cost')
  .description("What an environment's settings cost a month, line by line")
  .argument('<name>', 'the environment: a file in infra/environments')
  .option('--employees <n>', 'the size of the roster (default: expectedEmployees)', wholeNumber)
  .action((name: string, { employees }: { employees?: number }) =>
    orOneLine(async () => {
      const settings = knownEnvironment(environmentsFolder, name)
      const people = employees ?? settings.expectedEmployees
      if (people === undefined)
        throw new OperatorError(
          `${name}.json has no expectedEmployees, the size of the roster: set it, or give --employees <n>`,
        )
      process.stdout.write(`${billText(settings, people)}\n`)
    }),
  )
  .parseAsync()
