import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import * as z from 'zod'

const Entry = z.strictObject({
  EventBusName: z.string(),
  Source: z.string(),
  DetailType: z.string(),
  Time: z.number(),
  Detail: z.string(),
})
const PutEvents = z.strictObject({ Entries: z.array(Entry).min(1).max(10) })
export type BusEntry = z.infer<typeof Entry>

/** How a bus answers: taking what it is given, but for the numbers of some entries, or failing as a whole. */
export type BusAnswer = { refuses?: number[]; status?: number; hangs?: boolean }

/** As much of EventBridge as putting events needs, on loopback. */
export const startEventBus = async () => {
  const taken: BusEntry[][] = []
  const answers: BusAnswer[] = []
  const server = createServer(async (request, response) => {
    const { Entries } = PutEvents.parse(await json(request))
    const { refuses = [], status = 200, hangs = false } = answers.shift() ?? {}
    if (hangs) return
    response.setHeader('content-type', 'application/x-amz-json-1.1')
    if (status !== 200) {
      response.statusCode = status
      response.end('{"__type":"AccessDeniedException","message":"No"}')
      return
    }
    taken.push(Entries.filter((_, n) => !refuses.includes(n)))
    const results = Entries.map((_, n) =>
      refuses.includes(n) ? { ErrorCode: 'InternalFailure' } : { EventId: `event-${n}` },
    )
    response.end(JSON.stringify({ FailedEntryCount: refuses.length, Entries: results }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    endpoint: `http://127.0.0.1:${port}`,
    taken,
    /** How the next requests are answered, in turn. */
    answer: (...next: BusAnswer[]) => answers.push(...next),
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
