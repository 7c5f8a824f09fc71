import { type Draws, drawsOf } from '../../../local/workforce-service/organisation/random.ts'
import { aSpell, type Spell } from './spells.ts'

/** What SIGKILL hits. */
export const victims = ['system', 'dynamodb', 'messaging', 'everything'] as const
export type Victim = (typeof victims)[number]

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

const killsUntil = (end: number, draws: Draws): Kill[] => {
  const kills: Kill[] = []
  const victim = () => draws.pick<Victim>(['system', 'system', ...victims])
  for (let at = untilKill(draws); at < end; at += untilKill(draws))
    kills.push({
      at,
      victim: victim(),
      downtime: draws.chance(0.5) ? 0 : draws.whole(0, 4_000),
      onEvent: draws.chance(0.6),
    })
  return kills
}

const spellsUntil = (end: number, draws: Draws): ApiSpell[] => {
  const spells: ApiSpell[] = []
  for (let at = draws.whole(2, 8) * second; at < end; ) {
    const length = draws.whole(2, 7) * second
    spells.push({ at, length, spell: aSpell(draws) })
    at += length + draws.whole(3, 12) * second
  }
  return spells
}

/** What goes wrong until an end, milliseconds from the beginning. The same seed, the same plan. */
export const planOf = (seed: number, end: number): Plan => ({
  kills: killsUntil(end, drawsOf('torture', seed, 'kills')),
  spells: spellsUntil(end, drawsOf('torture', seed, 'spells')),
})
