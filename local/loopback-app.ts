import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { isLoopback } from '../lib/workforce/urls.ts'
import { closeServer, listenOnLoopback } from './loopback.ts'

/** What listens on loopback, to whoever is on this machine. */
export type Served = { url: string; close: () => Promise<void> }

/** An app for whoever is on this machine, and for nobody else. */
export const loopbackApp = (): Hono => {
  const app = new Hono()
  // A page of elsewhere may call itself by a name that leads here: it is not to read what is real.
  app.use((context, next) =>
    isLoopback(new URL(context.req.url).hostname)
      ? next()
      : Promise.resolve(context.json({ message: 'Forbidden' }, 403)),
  )
  return app
}

/** @param port 0 takes any free one */
export const serveOnLoopback = async (app: Hono, port: number): Promise<Served> => {
  const listener = getRequestListener(app.fetch)
  const server = createServer((incoming, outgoing) => void listener(incoming, outgoing))
  return { url: await listenOnLoopback(server, port), close: () => closeServer(server) }
}
