import { Console } from 'node:console'
import { Writable } from 'node:stream'
import type { Figures } from './figures.ts'
import { logLine } from './log-lines.ts'

export type ConsoleOptions = {
  figures: Figures
  /** Takes readable lines. */
  print: (line: string) => void
  /** Whether the functions' whole log is told, a line of JSON for each entry. */
  verbose: boolean
}

/** The same warning at every poll is told again after so many milliseconds. */
const repeatAfter = 30_000

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Takes what the functions write: metrics into figures, problems to whoever watches. */
export const createOutputTaker = ({ figures, print, verbose }: ConsoleOptions) => {
  const saidAt = new Map<string, number>()
  const isNews = (text: string): boolean => {
    const now = Date.now()
    const isOld = now - (saidAt.get(text) ?? Number.NEGATIVE_INFINITY) >= repeatAfter
    if (isOld) saidAt.set(text, now)
    return isOld
  }
  return (output: string): void => {
    const record = parsed(output)
    if (figures.take(record)) return
    const text = verbose ? JSON.stringify(record) : logLine(record)
    if (text !== null && (verbose || isNews(text))) print(text)
  }
}

/**
 * Makes the global console one that feeds a taker, call by call, and makes Powertools write to it:
 * in a terminal nobody wants to read JSON, and stdout belongs to the events. Before any
 * function is created, since Powertools keeps the console that it finds.
 */
export const captureConsole = (take: (output: string) => void): void => {
  for (const name of Object.keys(process.env))
    if (name.startsWith('POWERTOOLS_')) delete process.env[name]
  process.env['POWERTOOLS_DEV'] = 'true'
  // Or else Powertools leaves out metrics where it is told of development.
  process.env['POWERTOOLS_METRICS_DISABLED'] = 'false'
  process.env['POWERTOOLS_LOG_LEVEL'] = 'INFO'
  const stdout = new Writable({
    decodeStrings: false,
    write: (text, _encoding, done) => {
      take(String(text))
      done()
    },
  })
  globalThis.console = new Console({ stdout, stderr: stdout })
}
