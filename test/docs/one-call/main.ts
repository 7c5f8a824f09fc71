import { fork } from 'node:child_process'
import { once } from 'node:events'
import { stdout } from 'node:process'
import { fileURLToPath } from 'node:url'
import { createWorkforceClient } from '../../../lib/workforce/client.ts'
import { filesThatRun } from '../files-that-run.ts'

/** Lists clockings with a client that has a token, and tells which of its files ran for that. */
const root = new URL('../../../', import.meta.url)
const service = fork(fileURLToPath(new URL('bench/client-service.ts', root)))
const [port] = await once(service, 'message')
const url = `http://127.0.0.1:${port}`

const client = createWorkforceClient({
  baseUrl: url,
  authUrl: url,
  credentials: async () => ({ clientId: 'an-application', clientSecret: 'x' }),
  requestsPerSecond: 1_000,
})
const list = async (): Promise<void> => {
  for await (const { records, rejected } of client.listClockings({
    employeeId: '0b1f2c9e-5a7d-4c1b-9a55-0d4c2f1d7e10',
  }))
    if (records.length !== 2 || rejected.length > 0) throw new Error('not what was sent')
}
await list()

stdout.write((await filesThatRun(list)).join('\n'))

await client.close()
service.disconnect()
