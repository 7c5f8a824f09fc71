import type { Absence } from '../../../lib/workforce/contract/absence.ts'
import { type Draws, drawsOf, idOf } from '../../../local/workforce-service/organisation/random.ts'
import { day, type EpochMs, hour, utcDate } from '../oracle/moments.ts'
import type { Rearranging } from './histories.ts'
import { createHistory, type Person, type Versions } from './history.ts'

const on = (at: EpochMs) => ({ $type: 'LocalDate' as const, date: utcDate(at) })

/** The same absence as another version of the API would write it. */
const respelled = (absence: Absence): Absence => {
  const { start } = absence
  if (start.$type !== 'LocalDateTime') return absence
  return { ...absence, start: { ...start, time: `${start.time.slice(0, 5)}:00` } }
}

/** Absences that are written otherwise from some moment on. */
const withOtherSpelling = (
  absences: Person['absences'],
  { seed, to }: Rearranging,
): Person['absences'] =>
  new Map(
    [...absences].map(([id, versions]): [string, Versions<Absence>] => {
      const draws = drawsOf('simulation', seed, 'other spelling', id)
      const last = versions.at(-1)
      const at = (last?.from ?? to) + draws.whole(1, 20) * hour
      if (last?.record == null || at >= to || !draws.chance(0.3)) return [id, versions]
      return [id, [...versions, { from: at, record: respelled(last.record) }]]
    }),
  )

/** The same absence, over as it began, or before. */
const emptied = (absence: Absence, draws: Draws): Absence => {
  const { start } = absence
  const dayBefore = on(Date.parse(start.date) - day)
  return {
    ...absence,
    end: start.$type === 'LocalDateTime' && draws.chance(0.5) ? start : dayBefore,
  }
}

/** The same absence, some days later than anybody thought: by now it has begun, may be over, or is to come. */
const postponed = (absence: Absence, at: EpochMs, draws: Draws): Absence => {
  const first = at + draws.whole(-1, 1) * day
  return { ...absence, start: on(first), end: on(first + draws.whole(0, 1) * day) }
}

/** Now and then by months or years more. */
const putOffFar = (absence: Absence, draws: Draws): Absence => {
  if (!draws.chance(0.2)) return absence
  const first = Date.parse(absence.start.date) + draws.whole(60, 900) * day
  return { ...absence, start: on(first), end: on(first + day) }
}

/** Absences that turn out to have lasted for no time, or to be of other days, once they were under way or over. */
const withLateTruth = (
  absences: Person['absences'],
  { seed, to }: Rearranging,
): Person['absences'] =>
  new Map(
    [...absences].map(([id, versions]): [string, Versions<Absence>] => {
      const draws = drawsOf('simulation', seed, 'late truth', id)
      const last = versions.at(-1)
      if (last?.record == null || !draws.chance(0.5)) return [id, versions]
      const begun = Math.max(last.from, Date.parse(last.record.start.date))
      const at = begun + draws.whole(1, 50) * hour
      if (at >= to) return [id, versions]
      const record = draws.chance(0.5)
        ? emptied(last.record, draws)
        : putOffFar(postponed(last.record, at, draws), drawsOf('simulation', seed, 'far', id))
      return [id, [...versions, { from: at, record }]]
    }),
  )

/** What becomes of an absence that has lasted for long. */
const changed = (absence: Absence, at: EpochMs, draws: Draws): Absence | null =>
  draws.pick<() => Absence | null>([
    () => null,
    () => ({ ...absence, end: on(at + draws.whole(-2, 3) * day) }),
    () => ({ ...absence, end: null }),
    () => ({ ...absence, start: on(at - draws.whole(1, 40) * day) }),
    () => ({ ...absence, start: on(at + draws.whole(1, 3) * day), end: null }),
    () => ({ ...absence, note: `NOTE-CANARY-${draws.whole(1, 9)}` }),
  ])()

/**
 * Somebody who has been away for weeks or months, longer than the API can be asked for included: ends, is put
 * off, is cancelled and entered again while the system looks on. Other absences are written otherwise, or turn out
 * to have been none, or on other days.
 */
export const withLongAbsence = (person: Person, rearranging: Rearranging): Person => {
  const { seed, from, to } = rearranging
  const absences = withLateTruth(withOtherSpelling(person.absences, rearranging), rearranging)
  const draws = drawsOf('simulation', seed, 'long-absences', person.id)
  if (!draws.chance(0.35)) return { ...person, absences }
  const id = idOf(person.id, 'long absence')
  const begun = from - draws.whole(3, 200) * day
  const $type = draws.pick<'Holiday' | 'Other'>(['Holiday', 'Other'])
  const texts = { displayName: 'LABEL-CANARY', note: 'NOTE-CANARY' }
  const end = draws.chance(0.4) ? null : on(from + draws.unit() * (to - from + 9 * day))
  const absence: Absence = { $type, id, employeeId: person.id, start: on(begun), end, ...texts }
  const history = createHistory<Absence>()
  // It was known all the time, or is entered late.
  let at = draws.chance(0.7) ? from - 10 * day : from + draws.unit() * (to - from)
  history.show(at, absence)
  at = Math.max(at, from)
  let last = absence
  for (let n = 0; n < 3 && draws.chance(0.7); n++) {
    at += hour + draws.unit() * 0.4 * (to - from)
    const standing = history.last()
    history.show(at, standing === null ? last : changed(standing, at, draws))
    last = standing ?? last
  }
  return { ...person, absences: new Map([...absences, [id, history.until(to)]]) }
}
