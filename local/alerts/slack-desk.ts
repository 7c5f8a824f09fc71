import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import * as z from 'zod'
import { closeServer, listenOnLoopback } from '../loopback.ts'

/** A place that takes Slack messages in Slack's stead, and shows them. */
export type SlackDesk = { urlOf: (channel: string) => string; close: () => Promise<void> }

const Message = z.object({ text: z.string() })

const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&amp;': '&' }
const unescaped = (text: string): string =>
  text.replace(/&(?:lt|gt|amp);/g, (entity) => entities[entity] ?? entity)

/** A message as it would look in its channel, each line marked with it. */
export const shownMessage = (channel: string, text: string): string =>
  unescaped(text)
    .split('\n')
    .map(
      (line, index) =>
        `  ${index === 0 ? `#${channel}` : ' '.repeat(channel.length + 1)} │ ${line}`,
    )
    .join('\n')

/**
 * Starts a desk on a loopback port of its own choosing.
 * @param note shows a message
 */
export const startSlackDesk = async (note: (text: string) => void): Promise<SlackDesk> => {
  const server = createServer(async (request, response) => {
    try {
      const { text } = Message.parse(await json(request))
      note(shownMessage(request.url?.slice(1) ?? '', text))
      response.end('ok')
    } catch {
      response.writeHead(400).end('invalid_payload')
    }
  })
  const address = await listenOnLoopback(server)
  return { urlOf: (channel) => `${address}/${channel}`, close: () => closeServer(server) }
}
