import { isNameless } from '../../workforce/nameless.ts'
import type { EpochMs } from '../moments.ts'
import type { Range } from '../snapshot.ts'
import { rangeOf } from './ranges.ts'
import type { UnreadRecords } from './unread-records.ts'

/** Where those may be of which not even the id is known; null where there are none. */
export const namelessRanges = (unread: UnreadRecords | null): Range[] => [
  ...Object.entries(unread?.ids ?? {}).flatMap(([id, range]) =>
    isNameless(id) ? [rangeOf(range)] : [],
  ),
  ...(unread?.others == null ? [] : [rangeOf(unread.others)]),
]

/** Whether any record, whatever its id, may be one that could not be read. */
export const mayBeAny = (unread: UnreadRecords | null): boolean => namelessRanges(unread).length > 0

/** Since when there may be some whose id is not known: nothing of after that is forgotten. */
export const namelessSince = (unread: UnreadRecords | null): EpochMs | null => {
  const ranges = namelessRanges(unread)
  return ranges.length === 0 ? null : Math.min(...ranges.map(({ from }) => from))
}
