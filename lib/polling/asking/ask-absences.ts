import { isStrictlyInside } from '../../attendance/missing/awaited.ts'
import { mayBeAny } from '../../attendance/missing/nameless-ranges.ts'
import { soughtElsewhere, unreadRange } from '../../attendance/missing/unread-again.ts'
import { day, type EpochMs, epochMs, utcDate } from '../../attendance/moments.ts'
import type { Range, ShownAbsences } from '../../attendance/snapshot.ts'
import type { EmployeeState, KnownAbsence } from '../../attendance/state/state.ts'
import type { WorkforceClient } from '../../workforce/client.ts'
import type { CallOptions } from '../../workforce/waiting.ts'
import { readWhole } from '../../workforce/whole-answer.ts'
import { type Places, withBeside } from './beside.ts'
import type { Turns } from './in-pieces.ts'
import { merged, placed, whereItCanBeHad } from './shown.ts'
import { absenceDates, absencesForgottenAt, reachAt, widestAbsenceDates } from './window.ts'

type Api = Pick<WorkforceClient, 'listAbsences'>
type Dates = { from: string; to: string }

const isKnownOf =
  ({ absences }: EmployeeState) =>
  (id: string): boolean =>
    absences[id] !== undefined

const ask = async (api: Api, { employeeId }: EmployeeState, dates: Dates, call: CallOptions) =>
  merged([await readWhole(() => api.listAbsences({ employeeId, ...dates }, call))])

type Place = Pick<KnownAbsence, 'start' | 'end'>

/** Where the absences lie that are known and not recorded as withdrawn. */
const placesKnown = ({ absences }: EmployeeState): Places<Place> =>
  Object.entries(absences).flatMap(([id, { phase, known }]) =>
    phase === 'withdrawn' ? [] : [[id, known] as const],
  )

/** The range of all dates that may be asked about. */
const everywhere = ({ to }: Dates, reach: EpochMs): Range => ({
  from: reach,
  to: Date.parse(to) + day,
})

const datesOf = ({ from, to }: Range, now: EpochMs): Dates => ({
  from: utcDate(Math.max(from, reachAt(now) + day)),
  to: utcDate(to),
})

/**
 * Asks for the absences of one employee: those of the dates that are due, and, now and then,
 * records that could not be read before and are not among them.
 * @param since when they were asked for their last complete answer, UTC
 * @param asked this moment
 * @throws {WorkforceError} where any page of the dates cannot be had
 */
export const askAbsences = async (
  api: Api,
  state: EmployeeState,
  since: string,
  asked: EpochMs,
  lookbackHours: number,
  call: CallOptions,
): Promise<ShownAbsences> => {
  const dates = absenceDates(asked, epochMs(since), lookbackHours)
  const first = await ask(api, state, dates, call)
  const reach = reachAt(asked) + day
  const again = unreadRange(state, 'absences', first, asked, reach)
  const datesAgain = again && datesOf(again, asked)
  const second = datesAgain && (await whereItCanBeHad(ask(api, state, datesAgain, call)))
  const wanted = state.unread.absences
  const isWanted = (id: string) =>
    wanted?.ids[id] !== undefined || mayBeAny(wanted) || isKnownOf(state)(id)
  const known = placesKnown(state)
  const isInFirst = (place: Place) => isStrictlyInside(place, dates)
  const shown =
    again === null || datesAgain === null || second === null
      ? first
      : withBeside(first, placed(second, [[again, second.unread]]), isWanted, {
          ...{ known, isInFirst },
          isInSecond: (place) => isStrictlyInside(place, datesAgain),
        })
  const sought = soughtElsewhere(state, 'absences', shown, asked)
  const elsewhere = widestAbsenceDates(asked)
  const third =
    second === null || sought.size === 0
      ? null
      : await whereItCanBeHad(ask(api, state, elsewhere, call))
  const forgetBefore = first.isComplete
    ? absencesForgottenAt(asked, lookbackHours)
    : Date.parse(dates.from) - day
  return {
    ...(third === null
      ? shown
      : withBeside(
          shown,
          placed(third, [[everywhere(elsewhere, reach), third.unread]]),
          (id) => sought.has(id),
          { ...{ known, isInFirst }, isInSecond: (place) => isStrictlyInside(place, elsewhere) },
        )),
    ...dates,
    reach,
    isInDoubt: false,
    isWide: false,
    askedAgain: again && { ...again, isWhole: second?.isComplete === true },
    forgetBefore,
  }
}

/**
 * The same answer, with those known absences that lie at any other date: distinguishes a
 * correction from a withdrawal. Where that cannot be had, the answer as it is.
 */
export const lookForAbsences = async (
  api: Api,
  state: EmployeeState,
  answer: ShownAbsences,
  now: EpochMs,
  call: CallOptions,
  inTurn: Turns,
): Promise<ShownAbsences> => {
  const dates = widestAbsenceDates(now)
  const second = await whereItCanBeHad(inTurn(() => ask(api, state, dates, call)))
  if (second === null) return answer
  const found = withBeside(
    answer,
    placed(second, [[everywhere(dates, answer.reach), second.unread]]),
    isKnownOf(state),
    {
      known: placesKnown(state),
      isInFirst: (place) => isStrictlyInside(place, answer),
      isInSecond: (place) => isStrictlyInside(place, dates),
    },
  )
  return { ...answer, ...found, isWide: second.isComplete }
}
