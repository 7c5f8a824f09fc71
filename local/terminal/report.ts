import type { Clock } from '../../lib/platform/clock.ts'
import { type Running, startSchedule } from '../lambda/schedule.ts'
import type { Totals } from '../telemetry/figures.ts'
import type { Presence } from './presence.ts'
import type { ProgressLine } from './progress.ts'
import { firstLine, summary } from './summary.ts'
import type { Terminal } from './terminal.ts'

export type ReportOptions = {
  terminal: Terminal
  /** Shown until the first polls have come through. */
  progress: ProgressLine
  timeZone: string
  clock: Clock
  totals: () => Totals
  presence: () => Promise<Presence>
  onError: (error: unknown) => void
}

/** How often to look whether the first polls have come through, in milliseconds. */
const lookEvery = 200
const summaryEvery = 10_000

/** Tells where a run stands: once it has begun, now and then, and when it is stopped. */
export const startReport = (options: ReportOptions): Running => {
  const { terminal, progress, clock, timeZone, totals } = options
  let hasBegun = false
  const begin = async () => {
    const presence = await options.presence()
    if (!presence.isComplete || hasBegun) return
    hasBegun = true
    progress.end()
    terminal.note(firstLine(presence))
    void looking.stop()
  }
  const looking = startSchedule(lookEvery, begin, options.onError)
  const summarise = async () => {
    if (!hasBegun) return
    terminal.note(summary(clock.now(), timeZone, await options.presence(), totals()))
  }
  const summaries = startSchedule(summaryEvery, summarise, options.onError)
  return {
    stop: async () => {
      progress.end()
      await Promise.all([looking.stop(), summaries.stop()])
      await summarise()
    },
  }
}
