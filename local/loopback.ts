import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Every engine listens here. */
export const loopback = '127.0.0.1'

/**
 * @param port 0 takes any free one
 * @returns the address of the server, once it listens
 */
export const listenOnLoopback = (server: Server, port = 0): Promise<string> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, loopback, () =>
      resolve(`http://${loopback}:${(server.address() as AddressInfo).port}`),
    )
  })

/** Stops a server and drops what is still connected, such as kept-alive connections. */
export const closeServer = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
