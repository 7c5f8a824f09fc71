import * as z from 'zod'
import { startListening } from './process.ts'

const Address = z.object({
  baseUrl: z.string(),
  controlUrl: z.string(),
  clientId: z.string(),
  clientSecret: z.string(),
})

/** The Workforce service in a process of its own, empty but for what is written to it. */
export type Workforce = z.infer<typeof Address> & {
  put: (path: string, body: object) => Promise<void>
  post: (path: string, body: object) => Promise<void>
  remove: (path: string) => Promise<void>
  get: (path: string) => Promise<unknown>
  end: () => Promise<void>
}

/** Starts what `npm run workforce` starts. */
export const startWorkforce = async (seed: number): Promise<Workforce> => {
  const options = ['--port', '0', '--employees', '0', '--seed', String(seed), '--json']
  const { process, line } = await startListening(['local/workforce-service/main.ts', ...options])
  const address = Address.parse(JSON.parse(line))
  const send = async (method: string, path: string, body?: object): Promise<Response> => {
    const response = await fetch(`${address.controlUrl}/${path}`, {
      method,
      ...(body && {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status}`)
    return response
  }
  return {
    ...address,
    put: async (path, body) => void (await send('PUT', path, body)),
    post: async (path, body) => void (await send('POST', path, body)),
    remove: async (path) => void (await send('DELETE', path)),
    get: async (path) => (await send('GET', path)).json(),
    end: process.kill,
  }
}
