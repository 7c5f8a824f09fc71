import type { Served } from './served.ts'

/** What one reading of a listing showed, as far as anyone could read it. */
export const idsOf = ({ records, broken, nameless, namelessShown }: Served): string => {
  const named = [...broken].filter((id) => !nameless.has(id))
  return `${[...new Set([...records.keys(), ...named])].sort().join()} ${namelessShown}`
}

/**
 * Whether readings of one listing, in order, come to something: there was only one, or the last
 * two show the same records.
 */
export const doAgree = (readings: readonly Served[]): boolean => {
  const [last, before] = [readings.at(-1), readings.at(-2)]
  return last === undefined || before === undefined || idsOf(last) === idsOf(before)
}

/** A listing that never comes to rest is read so often; then what any of these shows is used. */
const mostReadings = 4

/**
 * Whether readings of one listing, in order, are known to show all of it: there was only one,
 * of one page, or the last two show the same records and the pages of the one before the last do not overlap.
 */
export const areSettled = (readings: readonly Served[]): boolean => {
  const [last, before] = [readings.at(-1), readings.at(-2)]
  if (last === undefined) return false
  return before === undefined ? last.pages <= 1 : !before.isOverlapping && doAgree(readings)
}

/** The ids that a reading shows to anyone. */
const namedIn = ({ records, broken, nameless }: Served): Set<string> =>
  new Set([...records.keys(), ...broken].filter((id) => records.has(id) || !nameless.has(id)))

/** Whether two readings show one record differently. */
const isOtherIn = ({ records }: Served, last: Served): boolean =>
  [...records].some(([id, record]) => {
    const shown = last.records.get(id)
    return shown !== undefined && JSON.stringify(shown) !== JSON.stringify(record)
  })

/** Whether an earlier reading of a listing shows something that the last one lacks, has no id there, or is otherwise there. */
export const doDiffer = (readings: readonly Served[]): boolean => {
  const last = readings.at(-1)
  if (last === undefined) return false
  const named = namedIn(last)
  return readings.some(
    (each) =>
      [...namedIn(each)].some((id) => !named.has(id)) ||
      each.namelessShown > last.namelessShown ||
      isOtherIn(each, last),
  )
}

/** Whether a listing was read as often as it takes: who is cut short before that has no answer. */
export const areEnough = (readings: readonly Served[]): boolean =>
  readings.at(-1)?.isComplete === true && (areSettled(readings) || readings.length >= mostReadings)

const rangeOf = ({ range }: Served): string => `${range.from} ${range.to}`

/** Whether a listing is read no more: as often as it takes, or because a reading failed. */
const isOver = (readings: readonly Served[]): boolean =>
  areEnough(readings) || readings.at(-1)?.isComplete === false

/**
 * The readings of each listing, in the order in which these began. Where one is over, what is asked for the same
 * range after it is another question.
 */
export const listingsIn = (served: readonly Served[]): Served[][] => {
  const listings: Served[][] = []
  const latest = new Map<string, Served[]>()
  for (const each of served) {
    const before = latest.get(rangeOf(each))
    if (before !== undefined && !isOver(before)) before.push(each)
    else {
      const listing = [each]
      latest.set(rangeOf(each), listing)
      listings.push(listing)
    }
  }
  return listings
}

/**
 * The readings that count of one listing, which is read until two show the same records: these
 * two, or all where no two do.
 */
export const thatCount = (readings: readonly Served[]): readonly Served[] =>
  doAgree(readings) ? readings.slice(-2) : readings
