import { sideBySide } from '../../platform/side-by-side.ts'
import { WorkforceError } from '../../workforce/errors.ts'
import { readWhole, type WholeAnswer } from '../../workforce/whole-answer.ts'
import { asOne, type LostAmong, type Merged, type Piece, placed, unreadIn } from './shown.ts'

/** Lets a reading begin when its turn comes, among those of others. @throws {DeadlineError} where that is too late */
export type Turns = <T>(reading: () => Promise<T>) => Promise<T>

/** What was shown of several pieces, and which of these were answered: it is complete where all were. */
type InPieces<T> = { shown: Merged<T>; isAnswered: readonly boolean[] }

/** Failures that may lie in what was asked for: what lies elsewhere may be had all the same. */
const ofOnePiece = new Set([
  'server',
  'transport',
  'malformed-answer',
  'repeated-token',
  'endless-listing',
])

/**
 * Reads listings whole, but for the first one all at once: together they take no longer than two answers, however
 * many they are. What cannot be had of one hides nothing of the others; but where the first is refused, the others
 * hardly are granted, so that they are not asked for.
 * @returns null where nothing can be had
 */
export const readInPieces = async <T extends { id: string }>(
  pieces: readonly Piece<T>[],
  inTurn: Turns,
  lostAmong: LostAmong<T>,
): Promise<InPieces<T> | null> => {
  const read = async (piece: Piece<T>): Promise<WholeAnswer<T> | WorkforceError> => {
    try {
      return await inTurn(() => readWhole(piece.list))
    } catch (error) {
      if (error instanceof WorkforceError) return error
      throw error
    }
  }
  const [first, ...others] = pieces
  const begun = first === undefined ? [] : [await read(first)]
  if (begun.some((each) => each instanceof WorkforceError && !ofOnePiece.has(each.kind)))
    return null
  const all = [...begun, ...(await sideBySide(Infinity, others, read))]
  const answers = pieces.flatMap(({ range }, piece) => {
    const answer = all[piece]
    return answer === undefined || answer instanceof WorkforceError
      ? []
      : [[range, answer] as const]
  })
  const shown = asOne(answers, lostAmong)
  const unreadOf = answers.map(([range, answer]) => [range, unreadIn(answer)] as const)
  const isComplete = shown.isComplete && answers.length === all.length
  return {
    shown: { ...placed(shown, unreadOf), isComplete },
    isAnswered: all.map((each) => !(each instanceof WorkforceError)),
  }
}
