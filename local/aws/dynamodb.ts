import dynalite from 'dynalite'
import { closeServer, listenOnLoopback } from '../loopback.ts'

/** A part of the embedded AWS that listens. */
export type Engine = { endpoint: string; close: () => Promise<void> }

/**
 * DynamoDB, embedded.
 * @param folder where tables are kept, every write before it is answered; null for memory
 * @param port 0 takes any free one
 */
export const startDynamoDb = async (folder: string | null, port = 0) => {
  const server = dynalite({ createTableMs: 0, ...(folder !== null && { path: folder }) })
  const endpoint = await listenOnLoopback(server, port)
  return { server, endpoint, close: () => closeServer(server) }
}
