import type { Clocking } from '../../../lib/workforce/contract/clocking.ts'
import { type Draws, idOf } from '../../../local/workforce-service/organisation/random.ts'
import { type EpochMs, epochMs, hour, minute } from '../oracle/moments.ts'
import type { History } from './history.ts'
import type { ShiftOptions, Spelling } from './shifts.ts'

type Correction = (
  clocking: Clocking,
  at: EpochMs,
  draws: Draws,
  spell: Spelling,
) => Clocking | null

const moved = (moment: string, by: number, spell: Spelling): string => spell(epochMs(moment) + by)

/** What a manager may do to a clocking; null removes it. */
const corrections: readonly [Correction, ...Correction[]] = [
  (clocking, _at, draws, spell) => ({
    ...clocking,
    start: moved(clocking.start, -draws.whole(1, 120) * minute, spell),
  }),
  (clocking, _at, draws, spell) =>
    clocking.end === null
      ? clocking
      : { ...clocking, end: moved(clocking.end, draws.whole(1, 20) * minute, spell) },
  (clocking) => ({ ...clocking, end: null }),
  (clocking, at, draws, spell) => ({
    ...clocking,
    end: spell(Math.max(epochMs(clocking.start) + minute, at - draws.whole(0, 60) * minute)),
  }),
  () => null,
  (clocking, _at, draws) => ({ ...clocking, note: `NOTE-CANARY-${draws.whole(1, 9)}` }),
  (clocking) => ({ ...clocking, breaks: clocking.breaks.slice(1) }),
  (clocking) => ({ ...clocking, breaks: clocking.breaks.toReversed() }),
  (clocking, _at, draws, spell) => {
    const start = epochMs(clocking.start) + draws.whole(0, 30) * minute
    const added = { start: spell(start), end: spell(start + minute) }
    const id = idOf(clocking.id, 'added', draws.whole(1, 1_000_000))
    return { ...clocking, breaks: [...clocking.breaks, { id, ...added }] }
  },
  (clocking, _at, draws, spell) => ({
    ...clocking,
    breaks: clocking.breaks.map((each, n) =>
      n > 0 || each.end === null
        ? each
        : { ...each, end: draws.chance(0.5) ? null : moved(each.end, minute, spell) },
    ),
  }),
  // The whole clocking belonged to an earlier time of day.
  (clocking, _at, draws, spell) => {
    const by = -draws.whole(1, 5) * hour
    if (clocking.end === null) return clocking
    const start = moved(clocking.start, by, spell)
    return { ...clocking, start, end: moved(clocking.end, by, spell), breaks: [] }
  },
]

/**
 * Lets somebody correct a clocking, once or several times, while a correction can still be
 * seen. What was removed may come back.
 * @param from when the API first shows the clocking as it ended
 */
export const correct = (
  history: History<Clocking>,
  from: EpochMs,
  _name: string,
  { draws, lookback, spell }: ShiftOptions,
): void => {
  let at = from
  let last = history.last()
  for (let n = 0; n < 4 && (n === 0 || draws.chance(0.6)); n++) {
    at += draws.chance(0.3) ? draws.whole(1, 300) * 1_000 : draws.unit() * 0.2 * lookback
    const standing = history.last()
    const next = standing === null ? last : draws.pick(corrections)(standing, at, draws, spell)
    last = standing ?? last
    history.show(at, next)
  }
}
