import { serve } from '@hono/node-server'
// Where the package is installed: 'attendance-events-consumer/ordering' and '…/verify'.
import { createOrdering, memoryStore, type OrderingStore } from '../consumer/src/ordering.ts'
import { verify, WebhookError } from '../consumer/src/verify.ts'

const answer = (status: number): Response => new Response(null, { status })

/**
 * Takes webhooks wherever a request is what `fetch` knows: Hono, Bun, Deno, Cloudflare Workers. It answers 204 to
 * what it acted on, or had before, 400 to what is not to be trusted, 500 to what is to come again.
 * @param keys `whsec_…`; two of them while they change
 * @param act is told each event once, also one that comes late
 */
export const createWebhookConsumer = (
  keys: readonly string[],
  store: OrderingStore,
  act: (text: string) => Promise<void>,
) => {
  const ordering = createOrdering(store)
  return async (request: Request): Promise<Response> => {
    try {
      const body = new Uint8Array(await request.arrayBuffer())
      const delivery = verify(body, request.headers, keys)
      // A snapshot says how things stand, to whoever keeps that: there is nothing to act on.
      if (delivery.kind === 'test' || delivery.event.snapshot) return answer(204)
      await ordering.handle(delivery.event, ({ sequence, type }, { kind }) =>
        act(`${Number(sequence)} ${type}${kind === 'late' ? ' (late)' : ''}`),
      )
      return answer(204)
    } catch (error) {
      const isTheirs = error instanceof WebhookError && error.reason !== 'key'
      return answer(isTheirs ? 400 : 500)
    }
  }
}

// WEBHOOK_KEYS='whsec_…' node examples/webhook-consumer.ts <port>
if (import.meta.main) {
  const keys = process.env['WEBHOOK_KEYS']?.split(' ') ?? []
  const port = Number(process.argv[2] ?? '-1')
  if (keys.length === 0 || !Number.isInteger(port) || port < 0 || port > 65_535) {
    process.stderr.write("WEBHOOK_KEYS='whsec_…' node webhook-consumer.ts <port, 0 to 65535>\n")
    process.exit(1)
  }
  const print = async (text: string) => void process.stdout.write(`${text}\n`)
  const fetch = createWebhookConsumer(keys, memoryStore(), print)
  serve({ fetch, port, hostname: '127.0.0.1' }, (at) => {
    void print(`listening on http://127.0.0.1:${at.port}`)
  })
}
