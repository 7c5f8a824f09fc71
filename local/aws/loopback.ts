import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Every engine listens here, on a port of its own choosing. */
export const loopback = '127.0.0.1'

/** @returns the address of the server, once it listens */
export const listenOnLoopback = (server: Server): Promise<string> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, loopback, () =>
      resolve(`http://${loopback}:${(server.address() as AddressInfo).port}`),
    )
  })

/** Stops a server and drops what is still connected, such as kept-alive connections. */
export const closeServer = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
