import { behind } from './columns.ts'
import { eventLine, eventOf } from './event-line.ts'
import { type Paint, plain } from './paint.ts'
import type { Output } from './progress.ts'

/**
 * A text with every line broken that does not fit; a message's lines stay behind its bar, those of a
 * list behind its dash.
 */
const fitted = (text: string, paint: Paint): string =>
  text
    .split('\n')
    .map((line) => {
      const [lead = ''] = /^(?:[^│]*│ | *(?:- )?)/.exec(line) ?? []
      const shown = behind(lead, line.slice(lead.length))
      return lead.includes('│')
        ? shown.replaceAll(/^[^│]*│/gm, (bar) => paint('message', bar))
        : shown
    })
    .join('\n')

/** Where a run tells of events, and of itself. */
export type Terminal = {
  /** Tells of an event, as published. @returns once the operating system has taken it */
  event: (message: string) => Promise<void>
  /** Tells where the run stands. */
  note: (text: string) => void
  /** Tells of a problem. */
  problem: (line: string) => void
}

export type TerminalOptions = {
  /** Events as published, one line each, and everything else on stderr. */
  json: boolean
  /** By whose clocks times are told. */
  timeZone: string
  /** Gives colours to what goes to stdout. */
  paint?: Paint
  /** Likewise to problems. */
  paintProblem?: Paint
  /** Called before every line. */
  before?: () => void
}

/** Lines fit 80 columns, but for JSON and problems, which programs read as well. */
export const createTerminal = (
  { json, timeZone, paint = plain, paintProblem = plain, before = () => {} }: TerminalOptions,
  stdout: Output,
  stderr: Output,
): Terminal => {
  const readable = (message: string): string => {
    const event = eventOf(message)
    return event === null
      ? 'an event of a type that is not in the catalog'
      : eventLine(event, timeZone, paint)
  }
  const notes = json ? stderr : stdout
  return {
    event: (message) =>
      new Promise((resolve, reject) => {
        const line = `${json ? message : readable(message)}\n`
        before()
        stdout.write(line, (error) => (error ? reject(error) : resolve()))
      }),
    note: (text) => {
      before()
      notes.write(`${fitted(text, json ? plain : paint)}\n`)
    },
    problem: (line) => {
      before()
      stderr.write(`${paintProblem('problem', line)}\n`)
    },
  }
}
