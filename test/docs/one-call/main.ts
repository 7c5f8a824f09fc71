import { fork } from 'node:child_process'
import { once } from 'node:events'
import { Session } from 'node:inspector/promises'
import { stdout } from 'node:process'
import { fileURLToPath } from 'node:url'
import { createWorkforceClient } from '../../../lib/workforce/client.ts'

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

const session = new Session()
session.connect()
await session.post('Profiler.enable')
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
await session.post('Profiler.takePreciseCoverage')
await list()
const { result } = await session.post('Profiler.takePreciseCoverage')
session.disconnect()

const files = result
  .filter(({ functions }) => functions.some(({ ranges }) => (ranges[0]?.count ?? 0) > 0))
  .map((script) => script.url.slice(root.href.length))
stdout.write(files.filter((file) => file.startsWith('lib/')).join('\n'))

await client.close()
service.disconnect()
