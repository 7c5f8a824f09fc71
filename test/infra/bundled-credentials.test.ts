import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { bundleFunction } from '../../bench/bundle-function.ts'

/** A service of AWS's that refuses everything, and notes what it was asked with. */
const startRefusing = async () => {
  const asked: IncomingHttpHeaders[] = []
  const server = createServer((request, response) => {
    asked.push(request.headers)
    response.writeHead(400, { 'content-type': 'application/x-amz-json-1.0' })
    response.end('{"__type":"AccessDeniedException"}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { asked, url: `http://127.0.0.1:${port}`, close: () => server.close() }
}

test("a bundle signs what it asks with the credentials in Lambda's variables", async () => {
  const service = await startRefusing()
  const file = join(await mkdtemp(join(tmpdir(), 'bundle-')), 'dispatch-polls.cjs')
  await writeFile(file, await bundleFunction({ file: 'functions/dispatch-polls.ts' }))
  const env = {
    AWS_REGION: 'eu-west-1',
    AWS_ACCESS_KEY_ID: 'AKIAOFTHEFUNCTION',
    AWS_SECRET_ACCESS_KEY: 'secret',
    AWS_SESSION_TOKEN: 'token-of-the-role',
    AWS_ENDPOINT_URL: service.url,
    ENVIRONMENT: 'dev',
    TABLE_NAME: 'table',
    QUEUE_URL: service.url,
    CLOCKINGS_EVERY_SECONDS: '60',
    ABSENCES_EVERY_SECONDS: '900',
    DISPATCH_EVERY_SECONDS: '60',
    REQUESTS_PER_SECOND: '10',
    CONCURRENT_POLLS: '2',
    CONCURRENT_CALLS: '20',
  }
  const invoke = `require(${JSON.stringify(file)}).handler({}, {}).catch(() => {})`
  await promisify(execFile)(process.execPath, ['--eval', invoke], { env })
  service.close()
  const [first] = service.asked
  expect(first?.authorization).toMatch(/Credential=AKIAOFTHEFUNCTION\/\d{8}\/eu-west-1\/dynamodb\//)
  expect(first?.['x-amz-security-token']).toBe('token-of-the-role')
})
