import { createServer, type Server } from 'node:http'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'

/** What it reads of an event; only those of an employee have `subject` and `sequence`. */
export type Received = {
  id: string
  type: string
  time: string
  subject?: string
  sequence?: string
  data: unknown
}

/** Where events are kept: a database, in which an event and its id are written together. */
export type Inbox = {
  has: (id: string) => Promise<boolean>
  keep: (event: Received) => Promise<void>
}

/**
 * Receives the webhooks of attendance-events. It answers 204 to what it has kept, 400 to what is not
 * signed with the key or is older than five minutes, and 500 to what is to be sent again.
 * @param key as the sender has it: `whsec_…`
 */
export const createReceiver = (key: string, { has, keep }: Inbox): Server => {
  const webhook = new Webhook(key)
  return createServer(async (request, response) => {
    // The bytes as they came: read and written anew, they would not be what was signed.
    const body = await text(request).catch(() => '')
    const headers = request.headers as Record<string, string>
    try {
      webhook.verify(body, headers)
    } catch {
      response.writeHead(400).end()
      return
    }
    try {
      const event: Received = JSON.parse(body)
      if (!(await has(event.id))) await keep(event)
      response.writeHead(204).end()
    } catch {
      response.writeHead(500).end()
    }
  })
}

/**
 * Keeps of each employee the newest event: one that comes late changes nothing.
 * @returns whether it is the newest
 */
export const keepNewest = (known: Map<string, Received>, event: Received): boolean => {
  const { subject, sequence } = event
  if (subject === undefined || sequence === undefined) return false
  if ((known.get(subject)?.sequence ?? '') >= sequence) return false
  known.set(subject, event)
  return true
}
