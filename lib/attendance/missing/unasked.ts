import { unknownMark } from '../../workforce/nameless.ts'
import type { Range, Shown } from '../snapshot.ts'
import { liesIn, rangeOf, wasAskedAgain } from './ranges.ts'
import type { UnreadRecords } from './unread-records.ts'

type Answer = Pick<Shown<unknown>, 'unread' | 'isComplete' | 'isWide' | 'askedAgain' | 'reach'>
type Entry = { from: string; to: string; missingSince: string | null }

/**
 * Records that cannot be read and of which an answer says nothing, as it did not ask for all of where they were: they are there,
 * as far as anyone knows. By id or mark, with where they were.
 * @param asked the window, or the dates, of the answer
 */
export const unaskedFor = (
  unread: UnreadRecords | null,
  answer: Answer,
  asked: Range,
): [id: string, place: Range][] => {
  if (unread === null || answer.isWide) return []
  const shown = new Set(answer.unread)
  const again = answer.askedAgain?.isWhole === true ? answer.askedAgain : null
  const wasAsked = (place: Range): boolean =>
    answer.isComplete &&
    (liesIn(place, asked) || wasAskedAgain(place, { again, reach: answer.reach }))
  const all: [string, Entry][] = Object.entries(unread.ids)
  // Of those that there is no room for nothing is known.
  if (unread.others !== null) all.push([unknownMark, unread.others])
  return all.flatMap(([id, entry]): [string, Range][] => {
    const place = rangeOf(entry)
    return entry.missingSince === null && !shown.has(id) && !wasAsked(place) ? [[id, place]] : []
  })
}
