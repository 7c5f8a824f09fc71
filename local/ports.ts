import { createServer } from 'node:http'
import { closeServer, listenOnLoopback } from './loopback.ts'
import { StartError } from './start-error.ts'

/** Where the parts of a run listen on this machine; 0 is any free port. */
export type Ports = {
  workforce: number
  messaging: number
  dynamoDb: number
  secretsManager: number
  readApi: number
  replays: number
}

/** How many ports a run takes. */
export const portsTaken = 6

/** @param first of ports that follow each other; null for any that are free */
export const portsFrom = (first: number | null): Ports =>
  first === null
    ? { workforce: 0, messaging: 0, dynamoDb: 0, secretsManager: 0, readApi: 0, replays: 0 }
    : {
        workforce: first,
        messaging: first + 1,
        dynamoDb: first + 2,
        secretsManager: first + 3,
        readApi: first + 4,
        replays: first + 5,
      }

const isInUse = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'

/**
 * Listens on each port for a moment.
 * @throws {StartError} where one is in use
 */
export const checkPorts = async (ports: Ports): Promise<void> => {
  for (const port of Object.values(ports)) {
    const server = createServer()
    try {
      await listenOnLoopback(server, port)
    } catch (error) {
      if (!isInUse(error)) throw error
      throw new StartError(`--ports: port ${port} is in use; choose others`)
    }
    await closeServer(server)
  }
}
