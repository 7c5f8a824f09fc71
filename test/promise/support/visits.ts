import { anId } from '../../harness/builders.ts'
import { clock } from './people.ts'
import type { World } from './world.ts'

const dayMs = 86_400_000
const utc = (moment: number): string => new Date(moment).toISOString().replace('.000Z', 'Z')

/**
 * The visits of the first person: so many a day, each half as long as its share of the day.
 * @returns their ids
 */
export const visit = (
  world: World,
  from: string,
  days: number,
  perDay: number,
  note: string | null,
) => {
  const share = dayMs / perDay
  const begin = Date.parse(from)
  return Array.from({ length: days * perDay }, (_, n) =>
    clock(world, 1, {
      id: anId(10_000 + n, 1),
      start: utc(begin + n * share),
      end: utc(begin + n * share + share / 2),
      note,
    }),
  )
}
