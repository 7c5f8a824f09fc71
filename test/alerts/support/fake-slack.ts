import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import type { KnownBlock } from '@slack/types'
import * as z from 'zod'
import { shownBlocks } from '../../../scripts/alert-examples/blocks.ts'

const Posted = z.looseObject({
  text: z.string(),
  blocks: z.array(
    z.custom<KnownBlock>((block) => z.looseObject({ type: z.string() }).safeParse(block).success),
  ),
})
/** @property after how long it takes, in milliseconds */
type Answer = {
  status: number
  body?: string
  headers?: Record<string, string>
  after?: number
}
export type Post = { path: string; at: number; raw: string; message: z.infer<typeof Posted> }

/** Slack's incoming webhooks, as a real server that a test tells how to answer. */
export const startFakeSlack = async () => {
  const posts: Post[] = []
  const answers: Answer[] = []
  let isDown: Answer | null = null
  let judge: ((raw: string) => Answer | null) | null = null
  const server = createServer(async (request, response) => {
    const raw = await text(request)
    const answer = isDown ?? judge?.(raw) ?? answers.shift() ?? { status: 200, body: 'ok' }
    if (answer.status === 200)
      posts.push({
        path: request.url ?? '',
        at: Date.now(),
        raw,
        message: Posted.parse(JSON.parse(raw)),
      })
    if (answer.after !== undefined) await setTimeout(answer.after)
    response.writeHead(answer.status, answer.headers).end(answer.body ?? '')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    /** The messages that were taken. */
    posts,
    url: (channel: string) => `http://127.0.0.1:${port}/services/${channel}`,
    /** The next answers, one each. */
    answer: (...next: Answer[]) => answers.push(...next),
    /** Every answer until further notice; null for none. */
    always: (answer: Answer | null) => {
      isDown = answer
    },
    /** What is answered to a message because of what is in it, where that is not null. */
    decide: (next: typeof judge) => {
      judge = next
    },
    /** Every list line and sentence of the messages to a channel. */
    lines: () => posts.flatMap(({ message }) => shownBlocks(message.blocks)),
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
export type FakeSlack = Awaited<ReturnType<typeof startFakeSlack>>
