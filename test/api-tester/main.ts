import { Option } from 'commander'
import { newCommand } from '../../local/command-line.ts'
import { endWithNpm } from '../../local/end-with-npm.ts'
import { positiveNumber, wholeNumber } from '../../local/option-values.ts'
import { startWorkforceService } from '../../local/workforce-service/start.ts'
import { type Finding, testApi } from './tester.ts'

type Options = { minutes: number; examples: number; seed: number; employees: number }

const { minutes, examples, seed, employees } = newCommand('npx node test/api-tester/main.ts')
  .description('Asks the local Workforce service what its OpenAPI document describes, and judges.')
  .option('--minutes <number>', 'how long to go on, round after round', positiveNumber(1_440), 3)
  .option('--examples <number>', 'questions to an operation a round', wholeNumber(1, 1e6), 400)
  .addOption(
    new Option('--seed <number>', 'decides the first round')
      .argParser(wholeNumber(0, 2 ** 31))
      .default(Date.now() % 2 ** 31, 'another each time'),
  )
  .option('--employees <number>', 'how many people work there', wholeNumber(0, 10_000), 150)
  .parse()
  .opts<Options>()
endWithNpm()

const print = (text: string): void => void process.stdout.write(`${text}\n`)

const describe = ({ operation, problem, question, answer }: Finding): string =>
  [
    `${operation}: ${problem}`,
    `  asked ${JSON.stringify(question)}`,
    `  answer ${answer.status} ${answer.body.slice(0, 500)}`,
  ].join('\n')

const until = Date.now() + minutes * 60_000
const service = await startWorkforceService({ port: 0, employees, seed: 1 })
const totals = new Map<string, number>()
let found = 0
for (let round = seed; Date.now() < until; round += 1) {
  const atMost = until - Date.now()
  const { findings, asked } = await testApi({ ...service, examples, seed: round, atMost })
  for (const [operation, counts] of asked)
    for (const [status, count] of counts) {
      const key = `${operation} ${status}`
      totals.set(key, (totals.get(key) ?? 0) + count)
    }
  for (const finding of findings) print(`seed ${round}: ${describe(finding)}`)
  found += findings.length
}
await service.close()
for (const [key, count] of [...totals].sort())
  print(`${key.padEnd(28)}${String(count).padStart(8)}`)
print(`${found} findings, first seed ${seed}`)
process.exitCode = found === 0 ? 0 : 1
