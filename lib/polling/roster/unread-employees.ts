import type { Believed, Roster } from '../../store/roster-store.ts'
import type { RosterAnswer } from './list-employed.ts'

/** So many are remembered: a record has only so much room. */
const mostUnread = 1_000

/** Those who cannot be read and were on the first roster already, after a roster. */
export const unreadAtFirst = (
  unread: Believed['unread'],
  before: Pick<Roster, 'unreadAtFirst'>,
  isFirst: boolean,
): string[] =>
  isFirst ? Object.keys(unread) : before.unreadAtFirst.filter((id) => unread[id] !== undefined)

/**
 * Since when those have been on the roster who cannot be read, or must be confirmed, and are nobody's state yet. Whom an
 * answer lacks that is not known to be whole, or that has records without an id, may be there still.
 */
export const unreadEmployees = (
  { unread, nameless, isComplete }: Pick<RosterAnswer, 'unread' | 'nameless' | 'isComplete'>,
  placed: ReadonlySet<string>,
  before: Pick<Roster, 'unread'>,
  since: string,
): Believed['unread'] => {
  const mayLackSome = !isComplete || nameless.length > 0
  const ids = new Set([...unread, ...(mayLackSome ? Object.keys(before.unread) : [])])
  return Object.fromEntries(
    [...ids]
      .flatMap((id) => (placed.has(id) ? [] : [[id, before.unread[id] ?? since] as const]))
      .slice(0, mostUnread),
  )
}
