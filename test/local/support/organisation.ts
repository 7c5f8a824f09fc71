import {
  type RunningService,
  startWorkforceService,
} from '../../../local/workforce-service/start.ts'

/** A Workforce API that is empty until it is written to. */
export type Organisation = RunningService & {
  put: (path: string, body: object) => Promise<void>
  post: (path: string, body: object) => Promise<void>
  /** The options that make a run poll it, its events as JSON. */
  options: string[]
}

export const startOrganisation = async (): Promise<Organisation> => {
  const service = await startWorkforceService({ port: 0, employees: 0, seed: 1 })
  const send = (method: string) => async (path: string, body: object) => {
    const response = await fetch(`${service.controlUrl}/${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status}`)
  }
  const { baseUrl, clientId } = service
  return {
    ...service,
    put: send('PUT'),
    post: send('POST'),
    options: ['--api', baseUrl, '--client-id', clientId, '--json', '--every', '0.5'],
  }
}

/** A moment so many milliseconds ago, as the API writes it. */
export const ago = (milliseconds: number): string =>
  new Date(Date.now() - milliseconds).toISOString()
