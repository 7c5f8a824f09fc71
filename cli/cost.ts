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

await newCommand('cost')
  .description("What an environment's settings cost a month, line by line")
  .argument('<name>', 'the environment: a file in infra/environments')
  .option('--employees <n>', 'the size of the roster', wholeNumber)
  .action((name: string, { employees }: { employees?: number }) =>
    orOneLine(async () => {
      // A required option would be missed before a mistyped one is told.
      if (employees === undefined)
        throw new OperatorError('--employees <n> is missing: the size of the roster')
      const settings = knownEnvironment(environmentsFolder, name)
      process.stdout.write(`${billText(settings, employees)}\n`)
    }),
  )
  .parseAsync()
