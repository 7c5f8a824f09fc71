import { Command, InvalidArgumentError } from 'commander'
import { environmentsFolder } from '../infra/environments.ts'
import { billText } from './cost/bill.ts'
import { knownEnvironment } from './deployment/known-environment.ts'
import { orOneLine } from './or-one-line.ts'

const wholeNumber = (text: string): number => {
  const number = Number(text)
  if (Number.isInteger(number) && number > 0) return number
  throw new InvalidArgumentError('It must be a whole number of 1 or more.')
}

await new Command('cost')
  .description("What an environment's settings cost a month, line by line")
  .argument('<name>', 'the environment: a file in infra/environments')
  .requiredOption('--employees <n>', 'the size of the roster', wholeNumber)
  .action((name: string, { employees }: { employees: number }) =>
    orOneLine(async () => {
      const settings = knownEnvironment(environmentsFolder, name)
      process.stdout.write(`${billText(settings, employees)}\n`)
    }),
  )
  .parseAsync()
