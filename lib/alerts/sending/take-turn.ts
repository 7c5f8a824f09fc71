import type { DestinationRecord } from '../../store/deliveries/destination-record.ts'
import { destinationKey } from '../rules/destinations.ts'
import { type Agenda, agendaOf } from './agenda.ts'
import { stillFailing } from './failing.ts'
import type { Late } from './giving-up.ts'
import { after, endAt, withFailing } from './outcomes.ts'
import { withoutIds } from './parcel.ts'
import { failedBefore, sendParcel } from './send-parcel.ts'
import type { Business, Turn, TurnEnd, TurnPorts } from './turn.ts'

/** After a refusal, of which nobody has read anything, the next message may come sooner, in milliseconds. */
const afterRefusal = 1_000

/** How soon to look again where another sender has its turn. */
const busyMilliseconds = 5_000

const failedBy = (agenda: Agenda, end: 'done' | 'later' | 'over'): TurnEnd | null => {
  const reason = agenda.failure(end)
  const isWorthHaste = agenda.hasTaken() || agenda.afterwards().failedTurns === 1
  return reason === null ? null : { kind: 'failed', reason, isWorthHaste }
}

/** Waits until the destination takes another message: `later` where it wants that much later, `over` where the turn's time is up. */
const untilReady = async (
  { notBefore }: DestinationRecord,
  { deadline, patience }: Turn,
  { machineNow, sleep }: TurnPorts,
): Promise<'ready' | 'later' | 'over'> => {
  const now = machineNow()
  const wait = Math.max(0, notBefore - now)
  if (wait > patience) return 'later'
  if (now + wait >= deadline) return 'over'
  if (wait > 0) await sleep(wait)
  return 'ready'
}

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : 'unknown')

/**
 * Says what there is to say at one destination, one message after the other, under a lease, so
 * that its pace is kept and nothing is said by two at once. What a message said is noted in one
 * write right after it has gone out: only a crash between the two can make it repeat. A message
 * that the destination does not like is put aside, and the next one goes on. So does the next one where one fails, and what
 * that says is told in smaller parts; what fails alone for hours, while others go out, is put aside.
 */
export const takeTurn = async (
  turn: Turn,
  ports: TurnPorts,
  { parcels, setAside }: Business,
): Promise<TurnEnd> => {
  const { destination, owner } = turn
  const { deliveries, machineNow } = ports
  const key = destinationKey(destination)
  const now = machineNow()
  const lease = { owner, now, until: now + turn.leaseMilliseconds }
  let record = await deliveries.takeLease(key, lease)
  if (record === null) return { kind: 'later', at: now + busyMilliseconds, why: 'busy' }

  const settle = async (settled: DestinationRecord): Promise<DestinationRecord> => {
    if (settled.sent.length > 0) await deliveries.settle(key, settled.sent, settled.notBefore)
    return { ...settled, sent: [] }
  }
  const run = async (current: DestinationRecord): Promise<TurnEnd> => {
    record = await settle(current)
    const all = await parcels()
    const read = new Set(all.flatMap(({ ids }) => ids))
    const before = {
      failing: await stillFailing(key, record.failing ?? {}, read, deliveries),
      failedTurns: failedBefore(turn, record),
      takesSome: record.takesSome ?? false,
      isOneATurn: ports.outlets[destination.kind].interval > turn.patience,
      isPatient: turn.isPatient ?? false,
    }
    const agenda = agendaOf(all, before, machineNow)
    const putAside = async ({ parcel, reason }: Late) => {
      ports.onRefused(destination, reason)
      await setAside(parcel, reason)
      agenda.putAside(parcel)
    }
    let isJustRead = true
    const putAsideNow = new Set<string>()
    try {
      for (const late of agenda.toPutAside)
        try {
          await putAside(late)
        } catch (error) {
          ports.onFailed(destination, `cannot be put aside: ${nameOf(error)}`)
          agenda.notPutAside(late)
        }
      for (let next = agenda.next(); next !== null; next = agenda.next()) {
        const [parcel] = withoutIds(next, putAsideNow)
        if (parcel === undefined) continue
        // Whoever was forgotten meanwhile is in what was read: it is read again.
        if (!isJustRead && !(await deliveries.areWaiting(key, parcel.ids)))
          return { kind: 'later', at: machineNow() }
        isJustRead = false
        const ready = await untilReady(record, turn, ports)
        if (ready !== 'ready') {
          const untold = !agenda.hasTaken() && ({ why: 'early' } as const)
          return failedBy(agenda, ready) ?? { kind: 'later', at: record.notBefore, ...untold }
        }
        const { interval } = ports.outlets[destination.kind]
        const outcome = await sendParcel(parcel, record, turn, ports)
        const isRefused = outcome.kind === 'refused'
        const isDivided = isRefused && !agenda.refused(parcel)
        const pause = isRefused ? Math.min(interval, afterRefusal) : interval
        record = after(outcome, record, parcel, pause, machineNow())
        const end = endAt(outcome, record, agenda, turn, ports)
        if (end !== null) return end
        if (outcome.kind === 'failed') {
          for (const late of agenda.failed(parcel, outcome.reason)) await putAside(late)
          continue
        }
        if (isRefused && !isDivided)
          for (const id of await setAside(parcel, outcome.reason)) putAsideNow.add(id)
        const late = outcome.kind === 'sent' ? agenda.taken(parcel) : []
        // What came after it has been told: whatever becomes of this turn, it is put aside before anything else is said of them.
        const failing = late.length > 0 ? agenda.afterwards().failing : undefined
        await deliveries.recordSent(key, owner, record.sent, record.notBefore, failing)
        record = await settle(record)
        for (const each of late) await putAside(each)
      }
      const end = failedBy(agenda, 'done')
      const dueAt = agenda.dueAt()
      return end ?? (dueAt === null ? { kind: 'done' } : { kind: 'later', at: dueAt })
    } finally {
      record = withFailing(record, agenda.afterwards())
    }
  }
  try {
    return await run(record)
  } finally {
    await deliveries.release(key, owner, record)
  }
}
