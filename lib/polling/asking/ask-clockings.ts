import pLimit from 'p-limit'
import { isActiveIn } from '../../attendance/missing/awaited.ts'
import { mayBeAny } from '../../attendance/missing/nameless-ranges.ts'
import { soughtElsewhere, unreadRange } from '../../attendance/missing/unread-again.ts'
import { type EpochMs, epochMs, utc } from '../../attendance/moments.ts'
import type { Range, ShownClockings } from '../../attendance/snapshot.ts'
import type { EmployeeState } from '../../attendance/state/state.ts'
import type { WorkforceClient } from '../../workforce/client.ts'
import type { Clocking } from '../../workforce/contract/clocking.ts'
import type { CallOptions } from '../../workforce/waiting.ts'
import { lostBetweenAny, type Places, withBeside } from './beside.ts'
import { readInPieces, type Turns } from './in-pieces.ts'
import { type LostAmong, placed, readAll, whereItCanBeHad } from './shown.ts'
import { beside, clockingsForgottenAt, pieces, pollWindow, withSlips } from './window.ts'

type Api = Pick<WorkforceClient, 'listClockings'>

const listings = (api: Api, employeeId: string, ranges: readonly Range[], call: CallOptions) =>
  ranges.map((range) => ({
    range,
    list: () => api.listClockings({ employeeId, from: utc(range.from), to: utc(range.to) }, call),
  }))

const isKnownOf =
  ({ clockings }: EmployeeState) =>
  (id: string): boolean =>
    clockings[id] !== undefined

type Place = Pick<Clocking, 'start' | 'end'>

/** Whether a clocking is active in one of those ranges about which there was an answer. */
const isActiveInAny =
  (ranges: readonly Range[], isAnswered: readonly boolean[]) =>
  (place: Place): boolean =>
    ranges.some((range, piece) => isAnswered[piece] && isActiveIn(range)(place))

/** Where the clockings lie that are known and not recorded as removed. */
const placesKnown = ({ clockings }: EmployeeState): Places<Place> =>
  Object.entries(clockings).flatMap(([id, { phase, known }]) =>
    phase === 'present' ? [[id, known] as const] : [],
  )

/** What may have lost its id between two of several answers about somebody. */
const lostOf =
  (state: EmployeeState): LostAmong<Clocking> =>
  (pieces) =>
    lostBetweenAny(
      pieces.map(({ range, shown }) => ({ shown, isIn: isActiveIn(range) })),
      placesKnown(state),
    )

const ask = (api: Api, state: EmployeeState, range: Range, call: CallOptions) =>
  readAll(listings(api, state.employeeId, pieces(range), call), lostOf(state))

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
  const first = await ask(api, state, window, call)
  const unread = unreadRange(state, 'clockings', first, asked, reach)
  const again = unread && withSlips(unread, reach)
  const second = again && (await whereItCanBeHad(ask(api, state, again, call)))
  const wanted = state.unread.clockings
  const isWanted = (id: string) =>
    wanted?.ids[id] !== undefined || mayBeAny(wanted) || isKnownOf(state)(id)
  const known = placesKnown(state)
  const isInFirst = isActiveIn(window)
  const shown =
    again === null || second === null
      ? first
      : withBeside(first, placed(second, [[again, second.unread]]), isWanted, {
          ...{ known, isInFirst },
          isInSecond: isActiveIn(again),
        })
  const sought = soughtElsewhere(state, 'clockings', shown, asked)
  const ranges = beside(window)
  const third =
    second === null || sought.size === 0
      ? null
      : await readInPieces(listings(api, state.employeeId, ranges, call), pLimit(1), lostOf(state))
  // What is not known to be whole is asked again from where this began.
  const forgetBefore = first.isComplete ? clockingsForgottenAt(asked, lookbackHours) : from
  return {
    ...(third === null
      ? shown
      : withBeside(shown, third.shown, (id) => sought.has(id), {
          ...{ known, isInFirst },
          isInSecond: isActiveInAny(ranges, third.isAnswered),
        })),
    window: { from, to },
    reach,
    isInDoubt: false,
    isWide: false,
    askedAgain: again && { ...again, isWhole: second?.isComplete === true },
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
  const isKnown = isKnownOf(state)
  const pieces = await readInPieces(asked, inTurn, lostOf(state))
  if (pieces === null) return answer
  const { shown, isAnswered } = pieces
  const found = withBeside(answer, shown, isKnown, {
    known: placesKnown(state),
    isInFirst: isActiveIn(answer.window),
    isInSecond: isActiveInAny(ranges, isAnswered),
  })
  return { ...answer, ...found, isWide: shown.isComplete }
}
