import { isNameless } from '../../workforce/nameless.ts'
import type { Range, Shown } from '../snapshot.ts'
import { rangeOf } from './ranges.ts'
import type { UnreadRecords } from './unread-records.ts'

/**
 * Records that could not be read, had an id, and are not shown by an answer, and where they lay: what that shows there
 * without an id may be one of them, wherever that one is known to lie otherwise.
 */
export const unfoundIn = (
  known: UnreadRecords | null,
  { records, unread }: Pick<Shown<{ id: string }>, 'records' | 'unread'>,
): [id: string, place: Range][] => {
  const shown = new Set([...records.map(({ id }) => id), ...unread])
  return Object.entries(known?.ids ?? {}).flatMap(([id, range]): [string, Range][] =>
    isNameless(id) || shown.has(id) ? [] : [[id, rangeOf(range)]],
  )
}
