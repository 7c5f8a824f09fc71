import pLimit from 'p-limit'
import type { EpochMs } from '../../attendance/moments.ts'
import type { Removal } from '../../attendance/snapshot.ts'
import type { Kind } from '../../attendance/state/state.ts'
import { DeadlineError } from '../../workforce/errors.ts'
import type { PollPorts } from '../poll.ts'
import { lookForAbsences } from './ask-absences.ts'
import { lookForClockings } from './ask-clockings.ts'
import { type Answered, isLookedFor } from './losses.ts'
import type { Turns } from './shown.ts'
import { shuffled } from './whom-to-ask.ts'

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
 * Looks everywhere else for what seems to be missing of those of whom that may be believed: whoever
 * takes too long is not always before the others. Where the API is slow, all of somebody's must fit
 * into what is left of a poll, each time anew: so most of it is asked at once.
 */
export const lookElsewhere = async (
  people: readonly Answered[],
  removal: Removal,
  { ports, startedAt, askUntil, concurrency, deadline }: Looking,
): Promise<Answered[]> => {
  const call = { deadline }
  const inFlight = pLimit(concurrency)
  const turnsOf =
    (kind: Kind): Turns =>
    (reading) =>
      inFlight(() => {
        if (ports.machineNow() >= askUntil) throw new DeadlineError(kind)
        return reading()
      })
  const lookFor = async (each: Answered): Promise<Answered> => {
    const { state, snapshot } = each
    const isWanted = (kind: Kind): boolean => isLookedFor(each, kind, removal, each.now)
    const { clockings, absences } = snapshot
    const wide = {
      clockings:
        clockings !== null && isWanted('clockings')
          ? await lookForClockings(ports.api, state, clockings, call, turnsOf('clockings'))
          : clockings,
      absences:
        absences !== null && isWanted('absences')
          ? await lookForAbsences(ports.api, state, absences, each.asked, call, turnsOf('absences'))
          : absences,
    }
    const hasAsked = wide.clockings !== clockings || wide.absences !== absences
    return { ...each, snapshot: wide, now: hasAsked ? Math.max(each.now, ports.now()) : each.now }
  }
  // Nobody begins where too many have: who has begun is to come to an end.
  return pLimit(concurrency).map(shuffled(people, startedAt), lookFor)
}
