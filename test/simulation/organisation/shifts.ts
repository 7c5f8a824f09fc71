import type { Clocking, ClockingBreak } from '../../../lib/workforce/contract/clocking.ts'
import { type Draws, idOf } from '../../../local/workforce-service/organisation/random.ts'
import { type EpochMs, hour, minute, second } from '../oracle/moments.ts'
import { correct } from './corrections.ts'
import { createHistory, type Versions } from './history.ts'

/** How a moment is written: serialisers differ, and may change. */
export type Spelling = (moment: EpochMs) => string

export const spellings: readonly [Spelling, ...Spelling[]] = [
  (moment) => new Date(moment).toISOString(),
  (moment) => new Date(moment).toISOString().replace(/\.\d+Z$/, 'Z'),
  (moment) => new Date(moment).toISOString().replace(/\.\d+Z$/, '+00:00'),
  (moment) => new Date(moment).toISOString().replace(/\.\d+Z$/, ''),
]

export type ShiftOptions = {
  employeeId: string
  zone: string
  spell: Spelling
  /** How late a device may sync, or a manager correct. */
  lookback: number
  draws: Draws
}

/** The length of a shift: a moment, an ordinary day, or a forgotten clock-out. */
const lengthOf = (draws: Draws): number => {
  if (draws.chance(0.15)) return draws.whole(5, 180) * second
  if (draws.chance(0.05)) return draws.whole(16 * 60, 30 * 60) * minute
  return draws.whole(30, 600) * minute
}

const breaksOf = (start: EpochMs, end: EpochMs, name: string, options: ShiftOptions) => {
  const { draws, spell } = options
  const breaks: ClockingBreak[] = []
  let from = start
  for (let n = 0; draws.chance(0.5) && n < 4; n++) {
    const begin = from + draws.whole(1, 90) * minute + draws.whole(0, 59) * second
    const over = begin + draws.whole(10, 3_600) * second
    if (over >= end) break
    breaks.push({ id: idOf(name, 'break', n), start: spell(begin), end: spell(over) })
    from = over
  }
  return breaks
}

/** The clocking as it stood at a moment of the shift. */
const during = (whole: Clocking, moment: EpochMs, end: EpochMs): Clocking => ({
  ...whole,
  end: moment < end ? null : whole.end,
  breaks: whole.breaks
    .filter((each) => Date.parse(`${each.start.slice(0, 19)}Z`) <= moment)
    .map((each) => ({
      ...each,
      end: each.end !== null && Date.parse(`${each.end.slice(0, 19)}Z`) <= moment ? each.end : null,
    })),
})

/** When the API comes to show each stage of a shift: at once, or all that was held back later. */
const delayOf = (end: EpochMs, { draws, lookback }: ShiftOptions) => {
  if (draws.chance(0.2)) {
    const synced = end + draws.unit() * 0.7 * lookback
    return () => synced
  }
  const offlineUntil = draws.chance(0.15) ? end - draws.whole(1, 240) * minute : 0
  const delay = draws.chance(0.5) ? 0 : draws.whole(1, 50) * second
  return (moment: EpochMs) => Math.max(moment, offlineUntil) + delay
}

/** All that the API shows of one shift that begins at a moment, corrections included. */
export const aShift = (
  name: string,
  start: EpochMs,
  options: ShiftOptions,
): { id: string; versions: (until: EpochMs) => Versions<Clocking> } => {
  const { draws, spell, zone, employeeId } = options
  const end = start + lengthOf(draws)
  const id = idOf(name)
  const breaks = breaksOf(start, end, name, options)
  const whole: Clocking = {
    id,
    employeeId,
    start: spell(start),
    end: spell(end),
    startTimeZone: zone,
    endTimeZone: zone,
    breaks,
    note: draws.chance(0.2) ? 'NOTE-CANARY' : null,
  }
  const history = createHistory<Clocking>()
  const shownFrom = delayOf(end, options)
  const stages = [
    start,
    ...breaks
      .flatMap((each) => [each.start, each.end ?? each.start])
      .map((moment) => Date.parse(`${moment.slice(0, 19)}Z`)),
    end,
  ]
  for (const stage of stages.sort((a, b) => a - b))
    history.show(shownFrom(stage), during(whole, stage, end))
  if (draws.chance(0.4)) correct(history, shownFrom(end), name, options)
  return { id, versions: history.until }
}

/** The moment at which a day's shift begins; night shifts reach over midnight. */
export const startOfShift = (day: EpochMs, draws: Draws): EpochMs =>
  day + draws.whole(0, 23) * hour + draws.whole(0, 3_599) * second
