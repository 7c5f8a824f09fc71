import { setTimeout as delay } from 'node:timers/promises'
import { type OwnProcess, startProcess } from './process.ts'

export type SystemOptions = {
  args: readonly string[]
  clientSecret: string
  /** Takes a line of stdout. */
  onLine: (line: string) => void
  /** Takes what is said on stderr. */
  onError: (text: string) => void
  /** Told of an end that nobody asked for. */
  onDeath: (code: number | null, hadBegun: boolean) => void
}

/** `npm start`, over many lives. */
export type System = {
  /** Kills it and, so many milliseconds later, starts it again. */
  restart: (downtime: number) => Promise<void>
  /** Waits until everyone is watched, in whichever life. @throws Error after a minute */
  untilWatching: () => Promise<void>
  lives: () => number
  end: () => Promise<void>
}

const patience = 60_000
/** How long to wait before starting again what could not start, in milliseconds. */
const pause = 500

/**
 * Starts what `npm start` executes, and starts it again when it dies by itself, as any
 * supervisor would: a start during an outage ends in an error.
 */
export const startSystem = (options: SystemOptions): System => {
  const watching = Promise.withResolvers<void>()
  let lives = 0
  let current: OwnProcess | null = null
  let isEnding = false

  const live = (): void => {
    lives += 1
    let hadBegun = false
    const own = startProcess(['local/main.ts', ...options.args], {
      environment: { WORKFORCE_CLIENT_SECRET: options.clientSecret },
      onLine: options.onLine,
      onError: (text) => {
        options.onError(text)
        if (!text.startsWith('Watching')) return
        hadBegun = true
        watching.resolve()
      },
    })
    current = own
    void own.ended.then(async ({ code }) => {
      if (current !== own || isEnding) return
      options.onDeath(code, hadBegun)
      await delay(pause)
      if (current === own && !isEnding) live()
    })
  }
  const kill = async (): Promise<void> => {
    const killed = current
    current = null
    await killed?.kill()
  }

  live()
  return {
    restart: async (downtime) => {
      await kill()
      await delay(downtime)
      if (!isEnding) live()
    },
    untilWatching: async () => {
      const isWatching = watching.promise.then(() => true)
      if (await Promise.race([isWatching, delay(patience, false, { ref: false })])) return
      throw new Error('the system watches nobody after a minute')
    },
    lives: () => lives,
    end: async () => {
      isEnding = true
      await kill()
    },
  }
}
