import { once } from 'node:events'
import { createServer, request } from 'node:http'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createWorkforceClient } from '../../../lib/workforce/client.ts'
import { closeServer, listenOnLoopback } from '../../../local/loopback.ts'
import { showProgress } from '../../../local/terminal/progress.ts'
import { runningService } from '../workforce-service/support/running-service.ts'

const service = await runningService({ employees: 250 })

const output = () => {
  const written: string[] = []
  return { written, isTTY: true, write: (text: string) => written.push(text) > 0 }
}

test('counts the calls that the Workforce client makes, and no others', async () => {
  const other = createServer((_request, response) => void response.end('ok'))
  const otherUrl = await listenOnLoopback(other)
  onTestFinished(() => closeServer(other))
  const terminal = output()
  const progress = showProgress(terminal, service.baseUrl)
  onTestFinished(() => progress.end())
  await once(request(otherUrl).end(), 'response')
  const client = createWorkforceClient({
    baseUrl: service.baseUrl,
    authUrl: service.authUrl,
    credentials: async () => service,
    requestsPerSecond: 1_000,
  })
  const pages = []
  for await (const page of client.listEmployees()) pages.push(page)
  await client.close()
  expect(pages).toHaveLength(3)

  // A token and three pages.
  await vi.waitFor(() => expect(terminal.written.at(-1)).toMatch(/roster: 4 API calls$/))
  progress.clear()
  expect(terminal.written.at(-1)).toBe('\r\u001b[K')
})

test('is shown on terminals only', async () => {
  const file = { ...output(), isTTY: false }
  const progress = showProgress(file, service.baseUrl)
  await service.ask('/employees/v1/query')
  progress.clear()
  progress.end()
  expect(file.written).toEqual([])
})
