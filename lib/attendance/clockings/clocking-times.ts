import { type EpochMs, epochMs } from '../moments.ts'
import type { KnownClocking } from '../state/state.ts'

/** The first moment of which a clocking says anything: a break may begin before it. */
export const firstMomentOf = ({
  start,
  breaks,
}: Pick<KnownClocking, 'start' | 'breaks'>): EpochMs =>
  Math.min(epochMs(start), ...breaks.map((each) => epochMs(each.start)))

/** The last such moment: a break may lie after its end. */
export const lastMomentOf = ({ start, end, breaks }: KnownClocking): EpochMs =>
  Math.max(epochMs(end ?? start), ...breaks.map((each) => epochMs(each.end ?? each.start)))
