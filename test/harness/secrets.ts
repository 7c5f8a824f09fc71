import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { afterEach, beforeEach, vi } from 'vitest'
import * as z from 'zod'

const GetSecretValue = z.object({ SecretId: z.string() })

/** As much of Secrets Manager as reading a secret needs. */
export const startSecrets = async (secrets: Map<string, string | Buffer>) => {
  let reads = 0
  const server = createServer(async (request, response) => {
    const { SecretId } = GetSecretValue.parse(await json(request))
    const secret = secrets.get(SecretId)
    reads += 1
    response.setHeader('content-type', 'application/x-amz-json-1.1')
    if (secret === undefined) {
      response.statusCode = 400
      response.end('{"__type":"ResourceNotFoundException","message":"There is no such secret"}')
      return
    }
    const value =
      typeof secret === 'string'
        ? { SecretString: secret }
        : { SecretBinary: secret.toString('base64') }
    response.end(JSON.stringify({ Name: SecretId, ...value }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    environment: {
      AWS_REGION: 'eu-west-1',
      AWS_ACCESS_KEY_ID: 'local',
      AWS_SECRET_ACCESS_KEY: 'local',
      AWS_ENDPOINT_URL_SECRETS_MANAGER: `http://127.0.0.1:${port}`,
    },
    reads: () => reads,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Points the clients of each test of a file at secrets of its own. */
export const useSecrets = () => {
  const values = new Map<string, string | Buffer>()
  let secrets: Awaited<ReturnType<typeof startSecrets>>
  beforeEach(async () => {
    values.clear()
    secrets = await startSecrets(values)
    for (const [key, value] of Object.entries(secrets.environment)) vi.stubEnv(key, value)
  })
  afterEach(async () => {
    vi.unstubAllEnvs()
    await secrets.close()
  })
  return { values, reads: (): number => secrets.reads() }
}
