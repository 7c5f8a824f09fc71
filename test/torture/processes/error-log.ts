import { closeSync, openSync, writeSync } from 'node:fs'

/** Keeps what a process says on stderr, with the time. */
export const createErrorLog = (file: string) => {
  const log = openSync(file, 'a')
  let last = ''
  return {
    take: (text: string): void => {
      last = text
      writeSync(log, `${new Date().toISOString()} ${text}\n`)
    },
    last: () => last,
    close: () => closeSync(log),
  }
}
