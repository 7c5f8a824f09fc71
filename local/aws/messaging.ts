import { buildApp } from 'fauxqs'
import type { Engine } from './dynamodb.ts'
import { loopback } from './loopback.ts'
import { type Publication, publicationsIn } from './publications.ts'

/**
 * SNS and SQS, embedded and in memory.
 * @param beforePublishing told of every batch before SNS takes it; what it writes down
 *   outlives a crash
 */
export const startMessaging = async (
  beforePublishing: (publications: Publication[]) => void,
): Promise<Engine> => {
  const app = buildApp({ logger: false })
  app.addHook('preHandler', (request, _reply, done) => {
    beforePublishing(publicationsIn(request.body))
    done()
  })
  const endpoint = await app.listen({ port: 0, host: loopback })
  return { endpoint, close: async () => app.close() }
}
