import { type Draws, drawsOf } from '../../../local/workforce-service/organisation/random.ts'
import { aSpell, type Spell } from './spells.ts'
import { anUntrueSpell } from './untrue-spells.ts'

/** What SIGKILL hits. */
export type Victim = 'system' | 'dynamodb' | 'messaging' | 'everything'

/** A process dies, and is started again so many milliseconds later. */
export type Kill = {
  at: number
  victim: Victim
  downtime: number
  /** Whether to wait for the next event to be seen: others are then half-way. */
  onEvent: boolean
}
/** The API fails in some way, for so many milliseconds. */
export type ApiSpell = { at: number; length: number; spell: Spell }

/** All that goes wrong; moments in milliseconds from the beginning. */
export type Plan = { kills: Kill[]; spells: ApiSpell[] }

const second = 1_000

/** How long until the next kill: sometimes so soon that it hits a system that only starts. */
const untilKill = (draws: Draws): number =>
  draws.chance(0.2) ? draws.whole(300, 3 * second) : draws.whole(5 * second, 12 * second)

/** One round of kills: each engine alone is hit as often as all at once, the system more often. */
const round = (draws: Draws): Victim[] =>
  (['system', 'system', 'system', 'dynamodb', 'messaging', 'everything'] as const)
    .map((victim) => ({ victim, place: draws.unit() }))
    .sort((one, other) => one.place - other.place)
    .map(({ victim }) => victim)

const killsUntil = (end: number, draws: Draws): Kill[] => {
  const kills: Kill[] = []
  const victims: Victim[] = []
  for (let at = untilKill(draws); at < end; at += untilKill(draws)) {
    if (victims.length === 0) victims.push(...round(draws))
    const victim = victims.pop() ?? 'system'
    // An engine that is away for a moment only is waited for; longer, and calls to it fail.
    const downtime = draws.chance(0.4) ? 0 : draws.whole(1 * second, 4 * second)
    kills.push({ at, victim, downtime, onEvent: draws.chance(0.6) })
  }
  return kills
}

/** From when on the API may show too little: by then all have joined. */
const untrueFrom = 30 * second
/** How long the API shows everything between two such spells. */
const trueFor = 8 * second

/**
 * The API fails in one way after the other, and every other time it shows too little, of the
 * roster and of the records in turn.
 */
const spellsUntil = (end: number, employees: number, draws: Draws): ApiSpell[] => {
  const spells: ApiSpell[] = []
  let untrue = 0
  let trueSince = untrueFrom - trueFor
  for (let at = draws.whole(2, 8) * second; at < end; ) {
    const isUntrue = at - trueSince >= trueFor
    const area = untrue % 2 === 0 ? 'records' : 'roster'
    const next = isUntrue
      ? anUntrueSpell(area, Math.floor(untrue / 2), employees, draws)
      : { spell: aSpell(draws), length: draws.whole(2, 7) * second }
    spells.push({ at, ...next })
    at += next.length
    if (isUntrue) {
      untrue += 1
      trueSince = at
    }
    at += draws.whole(3, 8) * second
  }
  return spells
}

/**
 * What goes wrong until an end, milliseconds from the beginning, to so many people. The same
 * seed, the same plan.
 */
export const planOf = (seed: number, end: number, employees: number): Plan => ({
  kills: killsUntil(end, drawsOf('torture', seed, 'kills')),
  spells: spellsUntil(end, employees, drawsOf('torture', seed, 'spells')),
})
