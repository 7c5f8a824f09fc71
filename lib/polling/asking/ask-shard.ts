import { sinceOf } from '../../attendance/asked-since.ts'
import type { EpochMs } from '../../attendance/moments.ts'
import type { Removal, Snapshot } from '../../attendance/snapshot.ts'
import type { EmployeeState, Kind } from '../../attendance/state/state.ts'
import type { Shard } from '../../store/shard-record.ts'
import type { CallOptions } from '../../workforce/waiting.ts'
import type { PollPorts, PollSettings } from '../poll.ts'
import { askAbsences } from './ask-absences.ts'
import { askClockings } from './ask-clockings.ts'
import { type Answers, askEmployees } from './ask-employees.ts'
import { isFailing } from './behind.ts'
import { lookElsewhere, type RefusedLook } from './look-elsewhere.ts'
import { type Answered, judged, type Losses, withDoubts } from './losses.ts'
import { outageOf, type ShardOutage, triedInVain } from './outage.ts'
import { areAbsencesDue, dueForAbsences, dueForClockings, inTurn } from './whom-to-ask.ts'

type AnswersOf<K extends Kind> = Answers<
  EmployeeState,
  { asked: EpochMs; now: EpochMs; shown: NonNullable<Snapshot[K]> }
>

/** What the API said about a shard. */
export type ShardAnswers = {
  /** An outage only where absences are known all the same. */
  clockings: AnswersOf<'clockings'>
  absences: AnswersOf<'absences'>
  /** Those who were to be asked. */
  due: Record<Kind, readonly EmployeeState[]>
  /** Everyone, with what was said about them, if anything. */
  people: Answered[]
  /** What seems to be missing could not be looked for everywhere. */
  refused: RefusedLook[]
  removal: Removal
  losses: Losses
}

/**
 * Where absences are due as well, calls for clockings may begin within so much of the time for calls, and go on for so
 * much: whoever is slow leaves time for the others' absences.
 */
const shareOfClockings = { beginning: 0.7, going: 0.75 }
/**
 * Absences may take so much of what is left then: the rest is for what seems to be missing. A slot is as
 * long as its calls take, and what comes after them has time of its own.
 */
const shareOfAbsences = { ofSlot: 0.85, ofPoll: 0.5 }

type Asking = {
  shard: Shard
  startedAt: EpochMs
  /** By the clock of the machines: no call begins after this. */
  askUntil: EpochMs
  /** Likewise: no call runs past this. */
  deadline: EpochMs
  ports: PollPorts
  settings: PollSettings
  /** So many calls are in flight at once, unless some take long. */
  callsInFlight: number
  /** Whether nobody could be asked another kind of question, so that this one is likely to fail as well. */
  isFeared?: boolean
}

/** A call that began in time may take so much longer, in milliseconds. */
const patience = 5_000

/** When the calls end of those who may begin until a moment. */
const endOf = (begunBy: EpochMs, { askUntil, deadline }: Asking): EpochMs =>
  begunBy + Math.max(0, Math.min(patience, deadline - askUntil))

type Ask<K extends Kind> = (
  state: EmployeeState,
  since: string,
  asked: EpochMs,
  call: CallOptions,
) => Promise<NonNullable<Snapshot[K]>>

/** Asks one kind of question about some, each at a moment of its own. */
const askAbout = <K extends Kind>(
  kind: K,
  states: readonly EmployeeState[],
  asking: Asking,
  { until, deadline }: { until: EpochMs; deadline: EpochMs },
  ask: Ask<K>,
): Promise<AnswersOf<K>> => {
  const { shard, startedAt, ports, settings, callsInFlight, isFeared = false } = asking
  const behind = shard.behind[kind]
  // That the API no longer speaks of who left is no trouble of its own.
  const isWell = ({ employeeId, leftAt }: EmployeeState): boolean =>
    leftAt === null && !isFailing(behind[employeeId])
  const wereMostFailing = Object.values(behind).filter(isFailing).length >= shard.members / 2
  return askEmployees(
    inTurn(states, shard, kind, startedAt),
    async (state) => {
      const asked = ports.now()
      const call = { deadline, isTelling: wereMostFailing || isWell(state) }
      const shown = await ask(state, sinceOf(state, shard, kind), asked, call)
      return { asked, now: Math.max(asked, ports.now()), shown }
    },
    {
      places: { usual: callsInFlight, most: settings.concurrency },
      machineNow: ports.machineNow,
      wait: ports.wait,
      until,
      isWell,
      wereMostFailing,
      isFeared,
    },
  )
}

const byEmployee = <K extends Kind>(answers: AnswersOf<K>) =>
  new Map(
    answers.kind === 'outage'
      ? []
      : answers.answers.map(({ of, answer }) => [of.employeeId, answer] as const),
  )

const together = (
  polled: readonly EmployeeState[],
  clockings: AnswersOf<'clockings'>,
  absences: AnswersOf<'absences'>,
  now: EpochMs,
): Answered[] => {
  const [clocked, absent] = [byEmployee(clockings), byEmployee(absences)]
  return polled.map((state) => {
    const [one, other] = [clocked.get(state.employeeId), absent.get(state.employeeId)]
    return {
      state,
      snapshot: { clockings: one?.shown ?? null, absences: other?.shown ?? null },
      asked: one?.asked ?? other?.asked ?? now,
      now: Math.max(one?.now ?? 0, other?.now ?? 0) || now,
    }
  })
}

/** Of what is left of the time for calls, the moment by which a share of it is over. */
const shareOf = (share: number, { ports, askUntil }: Asking): EpochMs => {
  const began = ports.machineNow()
  return began + (askUntil - began) * share
}

const aboutClockings = (
  states: readonly EmployeeState[],
  sharesItsTime: boolean,
  asking: Asking,
) => {
  const { ports, settings, askUntil } = asking
  const { beginning, going } = shareOfClockings
  const until = sharesItsTime ? shareOf(beginning, asking) : askUntil
  const end = endOf(until, asking)
  const deadline = sharesItsTime ? Math.min(end, shareOf(going, asking)) : end
  return askAbout('clockings', states, asking, { until, deadline }, (state, since, asked, call) =>
    askClockings(ports.api, state, since, asked, settings.lookbackHours, call),
  )
}

const aboutAbsences = (
  states: readonly EmployeeState[],
  sharesItsTime: boolean,
  asking: Asking,
) => {
  const { ports, settings, askUntil, deadline } = asking
  const { ofSlot, ofPoll } = shareOfAbsences
  const until = shareOf(askUntil < deadline ? ofSlot : ofPoll, asking)
  const end = sharesItsTime ? until : endOf(until, asking)
  return askAbout(
    'absences',
    states,
    asking,
    { until, deadline: end },
    (state, since, asked, call) =>
      askAbsences(ports.api, state, since, asked, settings.lookbackHours, call),
  )
}

/**
 * Whether absences stand as they are known, so that they may start and end by the clock: where they were due,
 * somebody's were answered; where not, they were read within the usual interval.
 */
const areAbsencesKnown = (absences: AnswersOf<'absences'>, areDue: boolean): boolean =>
  absences.kind === 'answered' && (!areDue || absences.answers.length > 0)

/**
 * Asks the Workforce API about the employees of a shard: clockings first, then the absences that
 * are due, then wherever something seems to be missing. Neither of both holds up the other.
 * @param polled everyone who is polled
 * @returns the outage where the whole API fails
 */
export const askShard = async (
  polled: readonly EmployeeState[],
  asking: Asking,
): Promise<ShardAnswers | ShardOutage> => {
  const { shard, startedAt, askUntil, ports, settings } = asking
  const { absencesEverySeconds, resting } = settings
  const due = {
    clockings: dueForClockings(polled, shard, startedAt, resting),
    absences: dueForAbsences(polled, shard, startedAt, absencesEverySeconds),
  }
  const areDue = areAbsencesDue(shard, startedAt, absencesEverySeconds)
  const clockings = await aboutClockings(due.clockings, areDue, asking)
  const isOut = clockings.kind === 'outage'
  if (isOut && clockings.isTotal) return outageOf(clockings, [])
  const absences = await aboutAbsences(due.absences, areDue, { ...asking, isFeared: isOut })
  if (isOut && !areAbsencesKnown(absences, areDue))
    return outageOf(clockings, triedInVain(absences))
  const now = ports.now()
  const people = together(polled, clockings, absences, now)
  const { losses, removal } = judged(people, now, shard, settings)
  // What is found is no loss for the next poll; this one goes by what it was answered.
  const { people: found, refused } = await lookElsewhere(people, removal, {
    ports,
    startedAt,
    askUntil,
    concurrency: asking.callsInFlight,
    deadline: endOf(askUntil, asking),
  })
  return {
    clockings,
    absences,
    due,
    people: found.map((each) => withDoubts(each, removal)),
    refused,
    removal,
    losses,
  }
}
