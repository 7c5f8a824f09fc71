import { day, epochMs, minute, utc } from '../../lib/attendance/moments.ts'
import type { PollPorts } from '../../lib/polling/poll.ts'
import type { Absence } from '../../lib/workforce/contract/absence.ts'
import type { Clocking } from '../../lib/workforce/contract/clocking.ts'
import { ProblemError } from '../../lib/workforce/errors.ts'
import { ofEmployee, readRecords } from '../../lib/workforce/listing.ts'
import { ReadAbsence, ReadClocking } from '../../lib/workforce/reading.ts'
import { anId, aState } from './builders.ts'
import { memoryShard, pollTime } from './memory-shard.ts'

/** How the API shows a record: whole, with its id in a form that cannot be read, without its id, or not at all. */
export type Form = 'whole' | 'broken' | 'nameless' | 'gone'
/** A record, and its form. */
export type Shown<T> = { record: T; form: Form }

const asServed = <T extends { id: string }>({ record, form }: Shown<T>): unknown => {
  if (form === 'whole') return record
  if (form === 'broken') return { ...record, startTimeZone: 7, displayName: 7 }
  return { ...record, id: null }
}

/** People of one shard, polled while the API shows what they have in one form after another. */
export const createForms = async (people = 1, lookbackHours = 24) => {
  const shard = await memoryShard(
    Array.from({ length: people }, (_, n) => aState({ employeeId: anId(n + 1), version: 0 })),
  )
  let [now, calls] = [pollTime, 0]
  /** How far ahead absences may be asked for, at most. */
  let furthest = Number.POSITIVE_INFINITY
  const clockings: Shown<Clocking>[] = []
  const absences: Shown<Absence>[] = []
  const told: string[] = []
  const isShown = <T extends { employeeId: string }>(id: string, { record, form }: Shown<T>) =>
    record.employeeId === id && form !== 'gone'
  const api: PollPorts['api'] = {
    listClockings: async function* ({ employeeId, from, to }) {
      calls++
      const active = clockings.filter(
        (each) =>
          isShown(employeeId, each) &&
          epochMs(each.record.start) <= epochMs(to ?? '') &&
          (each.record.end === null || epochMs(each.record.end) >= epochMs(from ?? '')),
      )
      yield readRecords(ofEmployee(ReadClocking, employeeId), active.map(asServed))
    },
    listAbsences: async function* ({ employeeId, from, to }) {
      calls++
      if (Date.parse(to ?? '') > now + furthest) throw new ProblemError('absences', 403, null)
      const active = absences.filter(
        (each) =>
          isShown(employeeId, each) &&
          each.record.start.date <= (to ?? '') &&
          (each.record.end === null || each.record.end.date >= (from ?? '')),
      )
      yield readRecords(ofEmployee(ReadAbsence, employeeId), active.map(asServed))
    },
  }
  const delivery: PollPorts['delivery'] = {
    ...shard.ports.delivery,
    publish: async (entries) => {
      for (const { message } of entries) {
        const { type, data } = JSON.parse(message)
        const about = data.clocking ?? data.absence
        told.push(`${type.replace('attendance.', '')} ${about ? Number(about.id.slice(-4)) : ''}`)
      }
      return { acknowledged: new Set(entries.map(({ id }) => id)), failures: new Map() }
    },
  }
  return {
    clocking: (record: Clocking): Shown<Clocking> => {
      const shown: Shown<Clocking> = { record, form: 'whole' }
      clockings.push(shown)
      return shown
    },
    absence: (record: Absence): Shown<Absence> => {
      const shown: Shown<Absence> = { record, form: 'whole' }
      absences.push(shown)
      return shown
    },
    /** Polls every so many minutes for so long; absences are read at each. @returns how many calls that took */
    polls: async (lasting: number, every = 15) => {
      const before = calls
      const until = now + lasting
      for (; now < until; now += every * minute)
        await shard.poll({}, { api, delivery, now: () => now }, { lookbackHours })
      return calls - before
    },
    /** Nobody polls for so long. */
    sleeps: (time: number) => {
      now += time
    },
    /** Whether the API refuses to say anything about absences. */
    refusesAbsences: (refuses: boolean) => {
      furthest = refuses ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY
    },
    /** Whether it refuses to say anything about those beside a window. */
    refusesLooks: (refuses: boolean) => {
      furthest = refuses ? 30 * day : Number.POSITIVE_INFINITY
    },
    acceptLoss: () => shard.shards.acceptLoss('0001', utc(now)),
    now: () => now,
    /** What was published since this was asked last: the types, and the last figures of the record's id. */
    told: () => told.splice(0),
  }
}
