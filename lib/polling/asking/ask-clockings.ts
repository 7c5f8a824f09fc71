import pLimit from 'p-limit'
import { mayBeAny } from '../../attendance/missing/nameless-ranges.ts'
import { unfoundIn } from '../../attendance/missing/unfound.ts'
import { soughtElsewhere, unreadRange } from '../../attendance/missing/unread-again.ts'
import { type EpochMs, epochMs, utc } from '../../attendance/moments.ts'
import type { Range, ShownClockings } from '../../attendance/snapshot.ts'
import type { EmployeeState } from '../../attendance/state/state.ts'
import type { WorkforceClient } from '../../workforce/client.ts'
import type { Clocking } from '../../workforce/contract/clocking.ts'
import type { CallOptions } from '../../workforce/waiting.ts'
import { readInPieces, type Turns } from './in-pieces.ts'
import {
  lacksAny,
  type Places,
  perhapsTwice,
  placesShown,
  readAll,
  shownBeside,
  whereItCanBeHad,
  withKnown,
  withNameless,
} from './shown.ts'
import { beside, clockingsForgottenAt, pieces, pollWindow } from './window.ts'

type Api = Pick<WorkforceClient, 'listClockings'>

const listings = (api: Api, employeeId: string, ranges: readonly Range[], call: CallOptions) =>
  ranges.map(
    ({ from, to }) =>
      () =>
        api.listClockings({ employeeId, from: utc(from), to: utc(to) }, call),
  )

const isKnownOf =
  ({ clockings }: EmployeeState) =>
  (id: string): boolean =>
    clockings[id] !== undefined

const ask = (api: Api, state: EmployeeState, ranges: readonly Range[], call: CallOptions) =>
  readAll(listings(api, state.employeeId, ranges, call), isKnownOf(state))

/** Whether a clocking is active in a range, and not at its edge alone. */
const isActiveIn =
  (range: Range) =>
  ({ start, end }: Place): boolean =>
    epochMs(start) < range.to && (end === null || epochMs(end) > range.from)

type Place = Pick<Clocking, 'start' | 'end'>

/** Where the clockings lie that are known and not recorded as removed. */
const placesKnown = ({ clockings }: EmployeeState): Places<Place> =>
  Object.entries(clockings).flatMap(([id, { phase, known }]) =>
    phase === 'present' ? [[id, known] as const] : [],
  )

/**
 * Asks for the clockings of one employee: those of the window, and, where that is due, records
 * that could not be read before and have left it.
 * @param since when they were asked for their last complete answer, UTC
 * @param asked this moment
 * @throws {WorkforceError} where any page of the window cannot be had
 */
export const askClockings = async (
  api: Api,
  state: EmployeeState,
  since: string,
  asked: EpochMs,
  lookbackHours: number,
  call: CallOptions,
): Promise<ShownClockings> => {
  const window = pollWindow(asked, epochMs(since), lookbackHours)
  const { from, to, reach } = window
  const first = await ask(api, state, pieces(window), call)
  const again = unreadRange(state, 'clockings', first, asked, reach)
  const second = again && (await whereItCanBeHad(ask(api, state, pieces(again), call)))
  const wanted = state.unread.clockings
  const isWanted = (id: string) =>
    wanted?.ids[id] !== undefined || mayBeAny(wanted) || isKnownOf(state)(id)
  const shown =
    second === null ? first : withNameless(withKnown(first, second, isWanted), second, false)
  const sought = soughtElsewhere(state, 'clockings', shown, asked)
  const third =
    second === null || sought.size === 0
      ? null
      : await readInPieces(
          listings(api, state.employeeId, beside(window), call),
          pLimit(1),
          isKnownOf(state),
        )
  // What is not known to be whole is asked again from where this began.
  const forgetBefore = first.isComplete ? clockingsForgottenAt(asked, lookbackHours) : from
  return {
    ...(third === null ? shown : withKnown(shown, third.shown, (id) => sought.has(id))),
    window: { from, to },
    reach,
    isInDoubt: false,
    isWide: false,
    askedAgain: again && {
      ...again,
      ...shownBeside(first, second, placesKnown(state), isActiveIn(again)),
    },
    forgetBefore,
  }
}

/**
 * The same answer, with those known clockings that lie anywhere else in the API's reach:
 * distinguishes a correction from a removal. Where nothing of that can be had, the answer as it is.
 */
export const lookForClockings = async (
  api: Api,
  state: EmployeeState,
  answer: ShownClockings,
  call: CallOptions,
  inTurn: Turns,
): Promise<ShownClockings> => {
  const ranges = beside({ ...answer.window, reach: answer.reach })
  const asked = listings(api, state.employeeId, ranges, call)
  const [isKnown, known] = [isKnownOf(state), placesKnown(state)]
  const pieces = await readInPieces(asked, inTurn, isKnown)
  if (pieces === null) return answer
  const { shown: second, isAnswered } = pieces
  const isThere = (place: Place) =>
    ranges.some((range, piece) => isAnswered[piece] && isActiveIn(range)(place))
  const isLacking = lacksAny(answer, placesShown(second, known), isActiveIn(answer.window))
  const both = withKnown(perhapsTwice(answer, isLacking), second, isKnown)
  const mayBeKnown =
    lacksAny(both, known, isThere) || unfoundIn(state.unread.clockings, answer, second).length > 0
  // One whose id cannot be read may be the one that is looked for, or was shown a moment before, or another that is known.
  const found = withNameless(both, second, mayBeKnown)
  const shown = placesShown(answer, known)
  const isComplete = found.isComplete && !lacksAny(second, shown, isThere)
  return { ...answer, ...found, isComplete, isWide: second.isComplete }
}
