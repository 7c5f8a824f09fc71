import pLimit from 'p-limit'
import type { EpochMs } from '../../attendance/moments.ts'
import type { Removal } from '../../attendance/snapshot.ts'
import type { Kind } from '../../attendance/state/state.ts'
import type { PollPorts } from '../poll.ts'
import { lookForAbsences } from './ask-absences.ts'
import { lookForClockings } from './ask-clockings.ts'
import { type Answered, isLookedFor } from './losses.ts'
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
 * takes too long is not always before the others.
 */
export const lookElsewhere = async (
  people: readonly Answered[],
  removal: Removal,
  { ports, startedAt, askUntil, concurrency, deadline }: Looking,
): Promise<Answered[]> => {
  const call = { deadline }
  return pLimit(concurrency).map(shuffled(people, startedAt), async (each) => {
    const { state, snapshot } = each
    const isWanted = (kind: Kind): boolean =>
      ports.machineNow() < askUntil && isLookedFor(each, kind, removal, each.now)
    const { clockings, absences } = snapshot
    const wide = {
      clockings:
        clockings !== null && isWanted('clockings')
          ? await lookForClockings(ports.api, state, clockings, call)
          : clockings,
      absences:
        absences !== null && isWanted('absences')
          ? await lookForAbsences(ports.api, state, absences, each.asked, call)
          : absences,
    }
    const hasAsked = wide.clockings !== clockings || wide.absences !== absences
    return { ...each, snapshot: wide, now: hasAsked ? Math.max(each.now, ports.now()) : each.now }
  })
}
