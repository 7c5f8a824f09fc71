import { isNameless } from '../../workforce/nameless.ts'
import type { Range, Shown } from '../snapshot.ts'
import { rangeOf } from './ranges.ts'
import type { UnreadRecords } from './unread-records.ts'

/**
 * Where records lay that could not be read, had an id, and are shown by none of some answers: what these show there
 * without an id may be one of them, wherever that one is known to lie otherwise.
 */
export const unfoundIn = (
  known: UnreadRecords | null,
  ...answers: readonly Pick<Shown<{ id: string }>, 'records' | 'unread'>[]
): Range[] => {
  const shown = new Set(
    answers.flatMap(({ records, unread }) => [...records.map(({ id }) => id), ...unread]),
  )
  return Object.entries(known?.ids ?? {}).flatMap(([id, range]) =>
    isNameless(id) || shown.has(id) ? [] : [rangeOf(range)],
  )
}
