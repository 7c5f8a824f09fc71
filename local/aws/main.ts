import { Argument } from 'commander'
import { newCommand } from '../command-line.ts'
import { endWithNpm } from '../end-with-npm.ts'
import { wholeNumber } from '../option-values.ts'
import { startDynamoDb } from './dynamodb.ts'
import { startMessaging } from './messaging.ts'

const start = { dynamodb: startDynamoDb, messaging: startMessaging }

const program = newCommand('npx node local/aws/main.ts')
  .description('One engine of the embedded AWS in a process of its own, for npm start to use.')
  .addArgument(new Argument('<engine>', 'DynamoDB, or SNS and SQS').choices(Object.keys(start)))
  .option(
    '--port <number>',
    'the port on 127.0.0.1; 0 takes any free one',
    wholeNumber(0, 65_535),
    0,
  )
  .option('--data <folder>', 'keep everything there, and continue from it')
  .action(async (name: keyof typeof start, { port, data }: { port: number; data?: string }) => {
    const { endpoint, close } = await start[name](data ?? null, port)
    process.stdout.write(`${endpoint}\n`)
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void close())
  })

endWithNpm()
try {
  await program.parseAsync()
} catch (error) {
  process.stderr.write(`error: ${error instanceof Error ? error.message : 'failed to start'}\n`)
  process.exitCode = 1
}
