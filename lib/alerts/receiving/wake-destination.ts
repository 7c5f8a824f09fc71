import { epochMs } from '../../attendance/moments.ts'
import { alertQueue } from '../queues.ts'
import { destinationOf } from '../rules/destinations.ts'
import { type DuePorts, type Saying, sendDue } from '../sending/send-due.ts'
import type { BatchTurn, Turn, TurnEnd, TurnPorts } from '../sending/turn.ts'
import type { Wake } from './queue-message.ts'
import { longestWake, patience, patientMoment, type SendWake } from './wakes.ts'

/** A destination that did not take a message. */
class DeliveryError extends Error {
  override readonly name = 'DeliveryError'
  /** Whether it may be well but for that. */
  readonly isWorthHaste: boolean

  constructor(message: string, isWorthHaste: boolean) {
    super(message)
    this.isWorthHaste = isWorthHaste
  }
}

/** Half the tries of a wake: a run may die at the last of them. */
const triesForLong = alertQueue.maxReceiveCount / 2

/** How early a wake may be, in milliseconds. */
const tolerance = 500

/** A wake as it was received: how often, this time included. */
export type ReceivedWake = { id: string; receives: number; wake: Wake }

/** What looking at a destination needs from outside. */
type WakingPorts = TurnPorts &
  DuePorts & {
    wake: SendWake
    /** A destination failed, and is looked at again. */
    onProblem: (what: string, error: unknown) => void
  }

const patiently = { isPatient: true } as const

const reasons = {
  busy: 'has another sender at work',
  throttled: 'asks to be left alone',
  early: 'is not to be notified yet',
} as const

/** How many tries have failed of what a wake stands for. */
const failedOf = ({ receives, wake }: ReceivedWake): number => (wake.failed ?? 0) + receives - 1

/** What a wake has that stands for others: how many tries have failed. */
const afterTries = (wakes: readonly ReceivedWake[]): Pick<Wake, 'failed'> => {
  const failed = Math.max(0, ...wakes.map(failedOf))
  return failed > 0 ? { failed } : {}
}

/**
 * Has a destination looked at once more. Where nothing could be said, it is not as if nothing had failed: another sender may fail, and
 * who asks to be left alone may do so for hours: each quarter of one counts as a try. So a wake that has been in vain for long comes back as one that failed, and has an end,
 * and a patient one stays so.
 */
const lookAgain = async (
  key: string,
  wakes: readonly ReceivedWake[],
  { at, why }: Extract<TurnEnd, { kind: 'later' }>,
  ports: Pick<WakingPorts, 'wake' | 'machineNow'>,
): Promise<void> => {
  if (why === undefined) return ports.wake(key, at)
  const inHaste = wakes.filter(({ wake }) => !wake.isPatient)
  if (inHaste.length === 0) return ports.wake(key, patientMoment(ports.machineNow()), patiently)
  const { failed = 0 } = afterTries(inHaste)
  if (failed >= triesForLong) throw new DeliveryError(`${key} ${reasons[why]}`, false)
  if (why !== 'throttled') return ports.wake(key, at, afterTries(inHaste))
  const forAsLongAs = Math.max(1, Math.ceil((at - ports.machineNow()) / patience))
  return ports.wake(key, at, { failed: failed + forAsLongAs })
}

/** One destination's turn; throws where it failed, so that the wakes that asked for it come back. */
const wakeUp = async (
  key: string,
  wakes: readonly ReceivedWake[],
  turn: Omit<Turn, 'destination'>,
  ports: WakingPorts,
  settings: Saying,
): Promise<void> => {
  const now = ports.machineNow()
  // A wake for a moment that never comes would go round for ever, so it is due at once.
  const isEarly = (at: number) => at > now + tolerance && at <= now + longestWake
  const moments = Map.groupBy(wakes, ({ wake }) => epochMs(wake.at))
  for (const [at, all] of moments) {
    const isPatient = all.every(({ wake }) => wake.isPatient)
    if (isEarly(at)) await ports.wake(key, at, isPatient ? patiently : afterTries(all))
  }
  if ([...moments.keys()].every(isEarly)) return
  const end = await sendDue({ ...turn, destination: destinationOf(key) }, ports, settings)
  if (end.kind === 'later') await lookAgain(key, wakes, end, ports)
  // A new URL says nothing when it is stored. Where it is of no use either, that has to have an end and a letter.
  if (end.kind === 'gone') await ports.wake(key, patientMoment(ports.machineNow()))
  if (end.kind === 'failed')
    throw new DeliveryError(`${key} could not be notified: ${end.reason}`, end.isWorthHaste)
}

/**
 * Has a destination notified of all that is due. Where it fails the wakes come back, and once it has failed for long, it is
 * looked at without haste as well, until it is well. It is worth more haste again once it takes something, or fails where it had asked to be left alone.
 * @param key of the destination
 * @param wakes all of that destination in a batch
 * @param failed gets the ids of those that come back
 */
export const wakeDestination = async (
  key: string,
  wakes: readonly ReceivedWake[],
  turn: BatchTurn,
  ports: WakingPorts,
  settings: Saying,
  failed: Set<string>,
): Promise<void> => {
  try {
    const failedTurns = Math.max(...wakes.map(failedOf))
    const isPatient = wakes.some(({ wake }) => wake.isPatient)
    await wakeUp(key, wakes, { ...turn, failedTurns, isPatient }, ports, settings)
  } catch (error) {
    ports.onProblem(key, error)
    for (const { id } of wakes) failed.add(id)
    const patient = wakes.filter(({ wake }) => wake.isPatient)
    const isForLong = wakes.some((each) => failedOf(each) + 1 >= triesForLong)
    if (patient.length === 0 && !isForLong) return
    const isUpAgain = patient.length > 0 && error instanceof DeliveryError && error.isWorthHaste
    const now = ports.machineNow()
    try {
      await (isUpAgain ? ports.wake(key, now) : ports.wake(key, patientMoment(now), patiently))
      for (const { id } of patient) failed.delete(id)
    } catch (unsent) {
      ports.onProblem(key, unsent)
    }
  }
}
