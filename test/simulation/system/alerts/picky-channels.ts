import { audiences, channels } from '../../alert-rules.ts'
import { day, hour } from '../../oracle/moments.ts'
import { type Deciding, isIn, spellIn, type TroublesOptions } from '../deciding.ts'
import type { Spell } from '../faults.ts'

/** What a destination makes of a message that speaks of somebody: an error that may pass, a refusal, or no answer. */
type Dislike = 'fails' | 'refuses' | 'hangs'

/** What a destination does with a message that speaks of people whom it dislikes. */
export type Disliked = { dislike: Dislike; of: ReadonlySet<string> }

type Picky = Spell & { id: string; destination: string; dislike: Dislike }

/** Channels that hang are few: nothing hangs at the service that sends mails. */
const dislikes = {
  slack: ['fails', 'fails', 'refuses', 'hangs'],
  email: ['fails', 'refuses'],
} as const satisfies Record<string, readonly Dislike[]>

/** Destinations that take no message that speaks of some of the people, and take all others. */
export const createPickyChannels = (
  { now }: TroublesOptions,
  { of, someOf, whole, isLong, drawsFor, count }: Deciding,
) => {
  const spellsAt = (kind: keyof typeof dislikes, name: string): Picky[] =>
    of('picky-channels', () => {
      const draws = drawsFor('troubles', 'picky-channels', kind, name)
      const dislike = draws.pick<Dislike>(dislikes[kind])
      return someOf(draws, 3).map(({ id }) => ({
        ...spellIn(draws, whole, hour, isLong ? 20 * day : 50 * hour),
        id,
        destination: `${kind}:${name}`,
        dislike: draws.chance(0.7) ? dislike : draws.pick<Dislike>(dislikes[kind]),
      }))
    })
  const picky = [
    ...channels.flatMap((name) => spellsAt('slack', name)),
    ...audiences.flatMap((name) => spellsAt('email', name)),
  ]

  /**
   * What a destination dislikes about a message that speaks of some people, and whom of them it dislikes; null where it takes
   * that.
   */
  return (destination: string, people: ReadonlySet<string>): Disliked | null => {
    const disliked = picky.filter(
      (each) => each.destination === destination && people.has(each.id) && isIn(each, now()),
    )
    const [first] = disliked
    if (first === undefined) return null
    count('picky-channels')
    return { dislike: first.dislike, of: new Set(disliked.map(({ id }) => id)) }
  }
}
