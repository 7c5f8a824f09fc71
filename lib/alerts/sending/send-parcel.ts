import type { DestinationRecord } from '../../store/deliveries/destination-record.ts'
import type { Mailing } from '../wording/message.ts'
import type { Outcome } from './outlet.ts'
import type { Parcel } from './parcel.ts'
import type { Turn, TurnPorts } from './turn.ts'

/** What a parcel says; null where that cannot be put into words. */
const written = ({ mailing }: Parcel): Mailing | null => {
  try {
    return mailing()
  } catch {
    return null
  }
}

/** How long a message that is begun last may take, one that is tried for the first time, and one that may be one of several parts, in milliseconds. */
const answersWithin = { last: 10_000, first: 30_000, ofParts: 15_000 }

/**
 * How many turns failed, one after another: of those that one wake asked for, or, where each wake is another, of those in which the
 * destination took nothing.
 */
export const failedBefore = (turn: Turn, { failedTurns = 0 }: DestinationRecord): number =>
  Math.max(turn.failedTurns ?? 0, failedTurns)

/**
 * How long a message may take: one that is tried again as long as there is time. What is posted and answered too late is
 * posted again, so that patience is what keeps it from being read twice. Where that was of no use either, there has to be time for
 * the parts of a message.
 * @param failed how many tries of it have failed
 * @param failedTurns how many turns have failed before
 */
const answerWithin = (
  failed: number,
  failedTurns: number,
  { said }: Parcel,
  { deadline }: Turn,
  now: number,
): number => {
  const left = Math.max(0, deadline - now) + answersWithin.last
  if (failed > 2 || (failedTurns > 1 && said.length > 1))
    return Math.min(left, answersWithin.ofParts)
  return failed === 0 ? Math.min(left, answersWithin.first) : left
}

/** Sends a parcel; one that failed is tried again after each of the turn's pauses, while it has time. */
export const sendParcel = async (
  parcel: Parcel,
  record: DestinationRecord,
  turn: Turn,
  ports: TurnPorts,
): Promise<Outcome> => {
  const { destination, deadline, retries = [] } = turn
  const outlet = ports.outlets[destination.kind]
  const mailing = written(parcel)
  if (mailing === null) return { kind: 'failed', reason: 'cannot be put into words' }
  const attempt = (failed: number) => {
    const within = answerWithin(
      failed,
      failedBefore(turn, record),
      parcel,
      turn,
      ports.machineNow(),
    )
    return outlet.send(destination.name, mailing, record.gone, within)
  }
  let outcome = await attempt(turn.failedTurns ?? 0)
  for (const pause of retries) {
    if (outcome.kind !== 'failed' || ports.machineNow() + pause >= deadline) break
    ports.onFailed(destination, outcome.reason)
    await ports.sleep(pause)
    outcome = await attempt(1)
  }
  return outcome
}
