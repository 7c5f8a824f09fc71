import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A Workforce API that always says the same, as fast as Node can; tells its parent its port. */

const employeeId = '0b1f2c9e-5a7d-4c1b-9a55-0d4c2f1d7e10'
const clocking = (day: string, end: string | null) => ({
  id: `5d0c4c7e-1111-4a6b-8f1e-0000000000${day}`,
  employeeId,
  start: `2026-11-${day}T09:00:00Z`,
  end,
  startTimeZone: 'Europe/London',
  endTimeZone: 'Europe/London',
  breaks: [
    {
      id: `5d0c4c7e-2222-4a6b-8f1e-0000000000${day}`,
      start: `2026-11-${day}T12:00:00Z`,
      end: `2026-11-${day}T12:30:00Z`,
    },
  ],
  note: null,
})

const page = JSON.stringify({
  items: [clocking('19', '2026-11-19T17:00:00Z'), clocking('20', null)],
  continuationToken: null,
})
const grant = JSON.stringify({ access_token: 'a-token', token_type: 'Bearer', expires_in: 3600 })

const server = createServer((request, response) => {
  const body = request.url === '/connect/token' ? grant : page
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
  request.resume().once('end', () => response.writeHead(200, headers).end(body))
})
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
process.once('disconnect', () => process.exit())
