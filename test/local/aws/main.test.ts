import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const run = promisify(execFile)

test('refuses an engine that there is not, in one line', async () => {
  const started = run(process.execPath, ['local/aws/main.ts', 'dynamo'])
  await expect(started).rejects.toMatchObject({
    code: 1,
    stdout: '',
    stderr:
      "error: command-argument value 'dynamo' is invalid for argument 'engine'. " +
      'Allowed choices are dynamodb, messaging.\n',
  })
})
