import { createServer, type Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { createClock, type SettableClock } from '../clock.ts'
import { closeServer, loopback } from '../loopback.ts'
import { createSimulatedOrganisation } from './organisation/simulated-organisation.ts'
import { createWorkforceService, problemsUrlOf } from './service.ts'

export type StartOptions = {
  /** 0 takes any free port. */
  port: number
  /** How many people the simulated organisation begins with; 0 for an empty one. */
  employees: number
  /** Decides the simulated organisation and the client's credentials. */
  seed: number
  /** The clock to run on; by default a new one, at the present and at `speed`. */
  clock?: SettableClock
  speed?: number
  /**
   * When the simulated organisation begins, epoch milliseconds; by default the clock's
   * present. The same seed and start give the same data.
   */
  startedAt?: number
}

export type RunningService = {
  baseUrl: string
  authUrl: string
  problemsUrl: string
  controlUrl: string
  clientId: string
  clientSecret: string
  clock: SettableClock
  /** Stops listening and drops what is still connected. */
  close(): Promise<void>
}

const listen = (server: Server, port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE'
          ? new Error(`port ${port} on ${loopback} is in use; choose another one, or 0 for any`)
          : error,
      ),
    )
    server.listen(port, loopback, () => resolve((server.address() as AddressInfo).port))
  })

/**
 * Serves the Workforce API on loopback.
 * @throws Error where the port is in use
 */
export const startWorkforceService = async (options: StartOptions): Promise<RunningService> => {
  const { seed, employees, clock = createClock({ speed: options.speed ?? 1 }) } = options
  const server = createServer()
  const baseUrl = `http://${loopback}:${await listen(server, options.port)}`
  const organisation = createSimulatedOrganisation({
    size: employees,
    seed,
    startedAt: options.startedAt ?? clock.now(),
  })
  const service = createWorkforceService({ organisation, clock, seed, baseUrl })
  const answer = getRequestListener((request, { outgoing }) =>
    service.fetch(request, outgoing instanceof ServerResponse ? outgoing : undefined),
  )
  server.on('request', (incoming, outgoing) => void answer(incoming, outgoing))
  return {
    baseUrl,
    authUrl: baseUrl,
    problemsUrl: problemsUrlOf(baseUrl),
    controlUrl: `${baseUrl}/control`,
    ...service.credentials,
    clock,
    close: () => closeServer(server),
  }
}
