import { createWorkforceClient, type WorkforceClient } from '../../lib/workforce/client.ts'
import type { World } from './poller.ts'

/** The project's own API client, which waits for nothing but the answers. */
export const clientFor = ({ url, meter }: World): WorkforceClient =>
  createWorkforceClient({
    baseUrl: url,
    authUrl: url,
    credentials: async () => ({ clientId: 'bench', clientSecret: 'bench' }),
    requestsPerSecond: 1e6,
    hooks: { onRequest: meter.onRequest },
  })
