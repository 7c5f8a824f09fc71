import { eventLine, readEvent } from './event-line.ts'
import type { Output } from './progress.ts'

/** Where a run tells of events, and of itself. */
export type Terminal = {
  /** Tells of an event, as published. @returns once the operating system has taken it */
  event: (message: string) => Promise<void>
  /** Tells where the run stands. */
  note: (line: string) => void
  /** Tells of a problem. */
  problem: (line: string) => void
}

/**
 * @param json events as published, one line each, and everything else on stderr
 * @param timeZone for events that name no zone
 */
export const createTerminal = (
  { json, timeZone }: { json: boolean; timeZone: string },
  stdout: Output,
  stderr: Output,
): Terminal => {
  const readable = (message: string): string => {
    const event = readEvent(message)
    return event === null
      ? 'an event of a type that is not in the catalog'
      : eventLine(event, timeZone)
  }
  const notes = json ? stderr : stdout
  return {
    event: (message) =>
      new Promise((resolve, reject) => {
        const line = `${json ? message : readable(message)}\n`
        stdout.write(line, (error) => (error ? reject(error) : resolve()))
      }),
    note: (line) => void notes.write(`${line}\n`),
    problem: (line) => void stderr.write(`${line}\n`),
  }
}
