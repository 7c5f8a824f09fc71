import type { Believed, Roster } from '../../store/roster-store.ts'
import type { RosterAnswer } from './list-employed.ts'

/** So many are remembered: a record has only so much room. */
const mostUnread = 1_000

/** Since when those have been on the roster who cannot be read and are nobody's state yet. */
export const unreadEmployees = (
  unread: RosterAnswer['unread'],
  placed: ReadonlySet<string>,
  before: Roster,
  since: string,
): Believed['unread'] =>
  Object.fromEntries(
    unread
      .flatMap((id) =>
        id === null || placed.has(id) ? [] : [[id, before.unread[id] ?? since] as const],
      )
      .slice(0, mostUnread),
  )
