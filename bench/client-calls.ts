import { Agent } from 'node:http'
import { createWorkforceClient } from '../lib/workforce/client.ts'
import { bareCall } from './pollers/bare-call.ts'

/** Calls a service many times with one of the clients; tells its parent the CPU of a call, in µs. */

const [, , name = '', url = '', count = ''] = process.argv
const calls = Number(count)
/** As many at once as a poll has by default. */
const atOnce = 8

const filters = {
  employeeId: '0b1f2c9e-5a7d-4c1b-9a55-0d4c2f1d7e10',
  from: '2026-11-19T12:00:00Z',
  to: '2026-11-20T12:00:00Z',
}
const address = new URL('/timeclock/v1/clockings/query', url)
const headers = {
  accept: 'application/json',
  authorization: 'Bearer a-token',
  'content-type': 'application/json',
}

const agent = new Agent({ keepAlive: true })
const bare = (): Promise<unknown> => bareCall(agent, address, { filters })

const withFetch = async (): Promise<unknown> => {
  const answer = await fetch(address, {
    method: 'POST',
    headers,
    body: JSON.stringify({ filters }),
  })
  return answer.json()
}

const client = createWorkforceClient({
  baseUrl: url,
  authUrl: url,
  credentials: async () => ({ clientId: 'bench', clientSecret: 'bench' }),
  requestsPerSecond: 1e6,
})
const ours = async (): Promise<unknown> => {
  const pages = []
  for await (const page of client.listClockings(filters)) pages.push(page)
  if (pages[0]?.records.length !== 2) throw new Error('not what was sent')
  return pages
}

const clients: Record<string, () => Promise<unknown>> = { bare, fetch: withFetch, ours }
const call = clients[name]
if (call === undefined) throw new Error(`No client ${name}`)

const callMany = async (many: number): Promise<void> => {
  let left = many
  const one = async (): Promise<void> => {
    while (left-- > 0) await call()
  }
  await Promise.all(Array.from({ length: atOnce }, one))
}

await callMany(calls / 2)
const before = process.cpuUsage()
await callMany(calls)
const { user, system } = process.cpuUsage(before)
process.send?.((user + system) / calls)
process.disconnect()
agent.destroy()
await client.close()
