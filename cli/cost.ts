import { environmentsFolder } from '../infra/environments.ts'
import { newCommand } from '../local/command-line.ts'
import { wholeNumber } from '../local/option-values.ts'
import { billText } from './cost/bill.ts'
import { knownEnvironment } from './deployment/known-environment.ts'
import { OperatorError, orOneLine } from './or-one-line.ts'

await newCommand('npm run cost')
  .description("What an environment's settings cost a month, line by line")
  .argument('<name>', 'the environment: a file in infra/environments')
  .option(
    '--employees <n>',
    'the size of the roster (default: expectedEmployees)',
    wholeNumber(1, 10_000_000),
  )
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
