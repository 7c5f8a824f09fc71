import type { Clocking } from '../../../lib/workforce/contract/clocking.ts'
import { type Draws, drawsOf } from '../../../local/workforce-service/organisation/random.ts'
import { day, epochMs, hour, minute, utc } from '../oracle/moments.ts'
import { type Histories, lastOf, type Rearranging } from './histories.ts'

/** A clocking as somebody typed it whose finger slipped: its end lies before its start. */
const slipped = (clocking: Clocking, draws: Draws): Clocking => {
  const by = draws.whole(10 * minute, draws.pick([hour, day, 6 * day]))
  const { start, end } = clocking
  return end === null || draws.chance(0.6)
    ? { ...clocking, end: utc(epochMs(start) - by), breaks: [] }
    : { ...clocking, start: utc(epochMs(end) + by), breaks: [] }
}

/** Whether a clocking breaks the contract by that. */
export const endsBeforeItStarts = (record: object): boolean =>
  'start' in record &&
  'end' in record &&
  typeof record.start === 'string' &&
  typeof record.end === 'string' &&
  epochMs(record.end) < epochMs(record.start)

/** Gives some clockings an end before their start, until somebody notices. */
export const mistypeDates = (histories: Histories, { seed, to }: Rearranging): void => {
  for (const clockings of histories.values())
    for (const [id, versions] of clockings) {
      const draws = drawsOf('simulation', seed, 'wrong-dates', id)
      const last = lastOf(versions)
      if (last?.record == null || !draws.chance(0.15)) continue
      const at = last.from + draws.whole(minute, draws.pick([hour, 40 * hour]))
      const until = at + draws.whole(5 * minute, draws.pick([hour, 10 * hour, 60 * hour]))
      if (at >= to) continue
      versions.push({ from: at, record: slipped(last.record, draws) })
      versions.push({ from: Math.min(until, to), record: last.record })
    }
}
