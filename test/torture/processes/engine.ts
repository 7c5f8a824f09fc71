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
      current = (await start(new URL(endpoint).port)).process
    },
    end: () => current.kill(),
  }
}
