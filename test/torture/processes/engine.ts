import { setTimeout as delay } from 'node:timers/promises'
import { type OwnProcess, startListening } from './process.ts'

export type EngineName = 'dynamodb' | 'messaging'

/** One engine of the embedded AWS, in a process of its own. */
export type EngineProcess = {
  endpoint: string
  /** Kills it and, so many milliseconds later, starts it again on the same port and folder. */
  restart: (downtime: number) => Promise<void>
  end: () => Promise<void>
}

/** How often, and how far apart in milliseconds, to try again a port that is not free. */
const attempts = 25
const pause = 200

/**
 * Tries again what fails: while nobody listens there, the port of an engine may by chance be
 * taken for a moment by a connection to somewhere.
 */
const persistently = async <T>(start: () => Promise<T>): Promise<T> => {
  for (let attempt = 1; ; attempt++)
    try {
      return await start()
    } catch (error) {
      if (attempt >= attempts) throw error
      await delay(pause)
    }
}

export const startEngine = async (name: EngineName, folder: string): Promise<EngineProcess> => {
  const start = (port: string) =>
    startListening(['local/aws/main.ts', name, '--port', port, '--data', folder])
  const first = await start('0')
  const endpoint = first.line
  let current: OwnProcess = first.process
  return {
    endpoint,
    restart: async (downtime) => {
      await current.kill()
      await delay(downtime)
      const again = await persistently(() => start(new URL(endpoint).port))
      current = again.process
    },
    end: () => current.kill(),
  }
}
