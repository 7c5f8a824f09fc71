import type { Clocking } from '../../../lib/workforce/contract/clocking.ts'
import { type Draws, drawsOf, idOf } from '../../../local/workforce-service/organisation/random.ts'
import { day, type EpochMs, epochMs, hour, minute, utc } from '../oracle/moments.ts'
import { correctInBulk } from './bulk.ts'
import { withEarlyEnd } from './early-ends.ts'
import { withFarRecords } from './far-records.ts'
import { type Histories, lastOf, type Rearranging, type Zones, type ZonesOf } from './histories.ts'
import type { Person, Version } from './history.ts'
import { moveWhileBroken } from './late-breaks.ts'
import { withLeaving } from './leavers.ts'
import { withLongAbsence } from './long-absences.ts'
import { withOtherKinds } from './other-kinds.ts'
import { clockElsewhere } from './other-zones.ts'
import { bePunctual } from './punctual.ts'
import { renew } from './renewed.ts'
import { withTwins } from './twins.ts'
import { undo } from './undone.ts'
import { mistypeDates } from './wrong-dates.ts'
import { withWrongZone } from './wrong-zones.ts'
import { renameZones } from './zone-names.ts'

const shifted = (clocking: Clocking, by: number): Clocking => {
  const move = (moment: string): string => utc(epochMs(moment) + by)
  return {
    ...clocking,
    start: move(clocking.start),
    end: clocking.end === null ? null : move(clocking.end),
    breaks: [],
  }
}

/** Moves whole clockings by days, to and fro, long after they were over. */
const correctFar = (histories: Histories, { seed, to }: Rearranging): void => {
  for (const clockings of histories.values())
    for (const [id, versions] of clockings) {
      const draws = drawsOf('simulation', seed, 'far-corrections', id)
      if (!draws.chance(0.12)) continue
      for (let n = 0; n < 3 && (n === 0 || draws.chance(0.5)); n++) {
        const last = lastOf(versions)
        if (last?.record == null || last.record.end === null) break
        const at = last.from + draws.whole(5 * minute, 40 * hour)
        const days = draws.pick([-6, -3, -1, 1, 2, 3])
        const record = shifted(last.record, days * day + draws.whole(-3, 3) * hour)
        // Nothing lies in the future.
        if (at < to && record.end !== null && epochMs(record.end) < at)
          versions.push({ from: at, record })
      }
    }
}

/** Gives clockings to somebody else: under the same id, with all that is in them. */
const moveOwners = (histories: Histories, { seed, to }: Rearranging, zonesOf: ZonesOf): void => {
  const ids = [...histories.keys()]
  for (const [employeeId, clockings] of histories)
    for (const [id, versions] of [...clockings]) {
      const draws = drawsOf('simulation', seed, 'moved-owner', id)
      const other = ids[draws.whole(0, ids.length - 1)]
      const last = lastOf(versions)
      const at = (last?.from ?? to) + draws.whole(minute, 8 * hour)
      if (!draws.chance(0.06) || other === undefined || other === employeeId) continue
      if (last?.record == null || at >= to || histories.get(other)?.has(id)) continue
      versions.push({ from: at, record: null })
      const moved: Version<Clocking>[] = [
        { from: at, record: { ...last.record, ...zonesOf(other), employeeId: other } },
      ]
      histories.get(other)?.set(id, moved)
      if (!draws.chance(0.3)) continue
      // And back again, where that was a mistake.
      const back = at + draws.whole(20 * minute, 8 * hour)
      if (back >= to) continue
      moved.push({ from: back, record: null })
      versions.push({ from: back, record: last.record })
    }
}

/** Splits clockings at a break: the second part is a clocking of its own with the later breaks. */
const split = (histories: Histories, { seed, to }: Rearranging): void => {
  for (const clockings of histories.values())
    for (const [id, versions] of [...clockings]) {
      const draws = drawsOf('simulation', seed, 'split-breaks', id)
      const last = lastOf(versions)
      const whole = last?.record
      const at = (last?.from ?? to) + draws.whole(minute, 5 * hour)
      if (!draws.chance(0.3) || whole == null || whole.end === null || at >= to) continue
      const [first, ...others] = whole.breaks
      if (first?.end == null) continue
      const middle = epochMs(first.start)
      if (middle <= epochMs(whole.start) || middle >= epochMs(whole.end)) continue
      const before = { ...whole, end: first.start, breaks: [] }
      const id2 = idOf(id, 'second part')
      const after = { ...whole, id: id2, start: first.start, breaks: [first, ...others] }
      versions.push({ from: at, record: before })
      clockings.set(id2, [{ from: at, record: after }])
    }
}

/** Somebody who clocks in and out all day, with much to say of it. */
const fill = (histories: Histories, { seed, from, to }: Rearranging, zonesOf: ZonesOf): void => {
  const draws = drawsOf('simulation', seed, 'full-people')
  const isLong = to - from > 30 * day
  for (const employeeId of [...histories.keys()].slice(0, isLong ? 1 : draws.whole(1, 2))) {
    const clockings = histories.get(employeeId)
    const note = 'NOTE-CANARY '.repeat(80)
    const every = (isLong ? 120 : draws.pick([10, 20])) * minute
    // What lies before the beginning is there from the first poll on.
    for (let start = from - 40 * hour; start < to - hour; start += every) {
      const id = idOf('simulation', seed, 'full', employeeId, start)
      clockings?.set(id, visit(id, employeeId, start, zonesOf(employeeId), note, draws))
    }
  }
}

const visit = (
  id: string,
  employeeId: string,
  start: EpochMs,
  zones: Zones,
  note: string,
  draws: Draws,
): Version<Clocking>[] => {
  const end = start + draws.whole(60, 500) * 1_000
  const open = { id, employeeId, start: utc(start), end: null, ...zones, breaks: [], note }
  return [
    { from: start, record: open },
    { from: end, record: { ...open, end: utc(end) } },
  ]
}

/** An organisation in which more happens to clockings than in one shift, as far as selected. */
export const rearranged = (people: readonly Person[], options: Rearranging): Person[] => {
  const histories: Histories = new Map(
    people.map(({ id, clockings }) => [
      id,
      new Map([...clockings].map(([clockingId, versions]) => [clockingId, [...versions]])),
    ]),
  )
  const zones = new Map(people.map(({ id, zone }) => [id, zone]))
  const zonesOf = (id: string): Zones => {
    const zone = zones.get(id) ?? 'Europe/London'
    return { startTimeZone: zone, endTimeZone: zone }
  }
  if (options.kinds.has('split-breaks')) split(histories, options)
  if (options.kinds.has('far-corrections')) correctFar(histories, options)
  if (options.kinds.has('moved-owner')) moveOwners(histories, options, zonesOf)
  if (options.kinds.has('full-people')) fill(histories, options, zonesOf)
  if (options.kinds.has('punctual-people')) bePunctual(histories, options, zonesOf)
  if (options.kinds.has('undone-corrections')) undo(histories, options)
  if (options.kinds.has('renewed-clockings')) renew(histories, options)
  if (options.kinds.has('bulk-corrections')) correctInBulk(histories, options)
  if (options.kinds.has('late-breaks')) moveWhileBroken(histories, options)
  if (options.kinds.has('other-zones')) clockElsewhere(histories, options)
  if (options.kinds.has('zone-names')) renameZones(histories, options)
  if (options.kinds.has('wrong-dates')) mistypeDates(histories, options)
  return people.map((each) => {
    const person = { ...each, clockings: histories.get(each.id) ?? each.clockings }
    const away = options.kinds.has('long-absences') ? withLongAbsence(person, options) : person
    const otherwise = options.kinds.has('other-kinds') ? withOtherKinds(away, options) : away
    const early = options.kinds.has('early-ends') ? withEarlyEnd(otherwise, options) : otherwise
    const noted = options.kinds.has('wrong-zones') ? withWrongZone(early, options) : early
    const left = options.kinds.has('refused-leavers') ? withLeaving(noted, options) : noted
    const doubled = options.kinds.has('twins') ? withTwins(left, options) : left
    return options.kinds.has('far-records') ? withFarRecords(doubled, options) : doubled
  })
}
