import { createWorkforceClient, type WorkforceClient } from '../../lib/workforce/client.ts'
import { WorkforceError } from '../../lib/workforce/errors.ts'
import { createClock } from '../clock.ts'
import type { ApiOptions } from '../options.ts'
import { StartError } from '../start-error.ts'
import type { Source } from './source.ts'

/** How long the first questions may take, in milliseconds. */
const patience = 10_000

const firstPage = async (client: WorkforceClient): Promise<void> => {
  const pages = client.listEmployees({ pageSize: 1 }, { deadline: Date.now() + patience })
  for await (const _page of pages) return
}

/** Asks for a token and one employee, so that what is wrong with the options shows at once. */
const checkApi = async ({ apiUrl, authUrl, clientId, clientSecret }: ApiOptions): Promise<void> => {
  try {
    const client = createWorkforceClient({
      baseUrl: apiUrl,
      authUrl,
      credentials: async () => ({ clientId, clientSecret }),
      requestsPerSecond: 10,
      timeouts: { connect: 3_000, headers: patience, body: patience },
    })
    await firstPage(client).finally(() => client.close())
  } catch (error) {
    if (!(error instanceof WorkforceError)) throw error
    const asked = error.operation === 'token' ? authUrl : apiUrl
    throw new StartError(`${asked}: ${error.message}`)
  }
}

/**
 * Connects an API of one's own, in real time.
 * @throws {StartError} where it cannot be reached or refuses
 */
export const connectApi = async (options: ApiOptions): Promise<Source> => {
  await checkApi(options)
  const { apiUrl, authUrl, clientId, clientSecret } = options
  return {
    simulatedPeople: null,
    apiUrl,
    authUrl,
    credentials: { clientId, clientSecret },
    clock: createClock(),
    close: async () => {},
  }
}
