import pLimit from 'p-limit'
import type { EpochMs } from '../../attendance/moments.ts'
import type { Removal } from '../../attendance/snapshot.ts'
import type { Kind } from '../../attendance/state/state.ts'
import { DeadlineError, ProblemError } from '../../workforce/errors.ts'
import type { PollPorts } from '../poll.ts'
import { lookForAbsences } from './ask-absences.ts'
import { lookForClockings } from './ask-clockings.ts'
import type { Turns } from './in-pieces.ts'
import { type Answered, isLookedFor } from './losses.ts'
import { shuffled } from './whom-to-ask.ts'

/** Of whom the API refuses to say what lies elsewhere. */
export type RefusedLook = { employeeId: string; error: ProblemError }

type Looking = {
  ports: Pick<PollPorts, 'api' | 'now' | 'machineNow'>
  startedAt: EpochMs
  /** By the clock of the machines: no call begins after this. */
  askUntil: EpochMs
  /** Likewise: no call runs past this. */
  deadline: EpochMs
  /** Calls in flight at once, at most. */
  concurrency: number
}

/**
 * So many people are looked for at a poll, of each kind, while so much is missing at once that none of it is believed:
 * enough to find bit by bit what was moved, and few enough for an API that shows nobody anything.
 */
const whileDoubted = 5

/** Of whom so much is missing that it is not believed: those of them who are looked for all the same. */
const sampleOf = (people: readonly Answered[], kind: Kind, removal: Removal): Set<string> => {
  if (!removal.doubted[kind]) return new Set()
  const believing = { ...removal, doubted: { ...removal.doubted, [kind]: false } }
  const missed = people.filter(
    (each) => each.snapshot[kind] !== null && isLookedFor(each, kind, believing, each.now),
  )
  return new Set(missed.slice(0, whileDoubted).map(({ state }) => state.employeeId))
}

/**
 * Looks everywhere else for what seems to be missing of those of whom that may be believed: whoever
 * takes too long is not always before the others. Where the API is slow, all of somebody's must fit
 * into what is left of a poll, each time anew: so most of it is asked at once.
 * @returns everyone, with what was found, and the refusals: while they last, nothing is published as gone
 */
export const lookElsewhere = async (
  people: readonly Answered[],
  removal: Removal,
  { ports, startedAt, askUntil, concurrency, deadline }: Looking,
): Promise<{ people: Answered[]; refused: RefusedLook[] }> => {
  const call = { deadline }
  const inFlight = pLimit(concurrency)
  const refused: RefusedLook[] = []
  const turnsOf =
    (kind: Kind, employeeId: string): Turns =>
    (reading) =>
      inFlight(async () => {
        if (ports.machineNow() >= askUntil) throw new DeadlineError(kind)
        try {
          return await reading()
        } catch (error) {
          if (error instanceof ProblemError) refused.push({ employeeId, error })
          throw error
        }
      })
  const inTurn = shuffled(people, startedAt)
  const sample = {
    clockings: sampleOf(inTurn, 'clockings', removal),
    absences: sampleOf(inTurn, 'absences', removal),
  }
  const lookFor = async (each: Answered): Promise<Answered> => {
    const { state, snapshot } = each
    const isBelieved = (kind: Kind): boolean => isLookedFor(each, kind, removal, each.now)
    const isWanted = (kind: Kind): boolean => isBelieved(kind) || sample[kind].has(state.employeeId)
    /** What nobody believes to be missing is as good as not looked for, unless it is found. */
    const asBelieved = <T extends { isWide: boolean }>(found: T, kind: Kind): T =>
      isBelieved(kind) ? found : { ...found, isWide: false }
    const { clockings, absences } = snapshot
    const { api } = ports
    const { employeeId } = state
    const forClockings = turnsOf('clockings', employeeId)
    const forAbsences = turnsOf('absences', employeeId)
    const wide = {
      clockings:
        clockings !== null && isWanted('clockings')
          ? asBelieved(
              await lookForClockings(api, state, clockings, call, forClockings),
              'clockings',
            )
          : clockings,
      absences:
        absences !== null && isWanted('absences')
          ? asBelieved(
              await lookForAbsences(api, state, absences, each.asked, call, forAbsences),
              'absences',
            )
          : absences,
    }
    const hasAsked = wide.clockings !== clockings || wide.absences !== absences
    return { ...each, snapshot: wide, now: hasAsked ? Math.max(each.now, ports.now()) : each.now }
  }
  // Nobody begins where too many have: who has begun is to come to an end.
  return { people: await pLimit(concurrency).map(inTurn, lookFor), refused }
}
