import { type Person, shownWithin } from '../organisation/history.ts'
import type { Observed } from '../system/observed.ts'
import { day, type EpochMs } from './moments.ts'
import { areSettled, thatCount } from './readings.ts'
import type { Served, Written } from './served.ts'

/** A roster that was believed: when it was asked for, and who was on it. */
export type Believed = {
  process: string
  from: EpochMs
  to: EpochMs
  /** How far behind the truth it is, at most. */
  lag: number
  shown: ReadonlySet<string>
  /** Those of them who are also in a reading that counts, and so beside whoever it shows without an id. */
  beside: ReadonlySet<string>
  /** Who is on it and cannot be read. */
  broken: ReadonlySet<string>
  /** Those of them who cannot be read in the last of its readings, whatever was read before: what they are by then nobody knows. */
  unread: ReadonlySet<string>
  /**
   * Those of them whose id cannot be read either, nor in the reading that counts where that has them: nobody can tell that
   * they are on it.
   */
  nameless: ReadonlySet<string>
  /**
   * Whether its readings came to one that another agreed with. Where they did not, whoever is in
   * none of them may be there all the same.
   */
  isSettled: boolean
}

/**
 * Every listing of employees that was complete and whose refresh came to its end.
 * @param savedId whom a refresh that saved them believed what it was told, whatever its end
 */
export const believedRosters = (
  answers: readonly Served[],
  written: readonly Written[],
  savedId?: string,
): Believed[] => {
  const finished = new Set(
    written
      .filter(
        ({ what, isTaken }) =>
          isTaken &&
          (what === 'finish roster' ||
            (savedId !== undefined && what.startsWith(`save ${savedId} `))),
      )
      .map((w) => w.process),
  )
  const readings = new Map<string, Served[]>()
  for (const answer of answers) {
    const { operation, process, isComplete } = answer
    if (operation !== 'employees' || !isComplete || !finished.has(process)) continue
    // A second look of the same refresh is not another roster.
    readings.set(process, [...(readings.get(process) ?? []), answer])
  }
  return [...readings].flatMap(([process, ofProcess]): Believed[] => {
    const [first] = ofProcess
    if (first === undefined) return []
    const counting = thatCount(ofProcess)
    // Whoever is on any of its readings was there.
    const shown = new Set(ofProcess.flatMap(({ records }) => [...records.keys()]))
    const broken = new Set(ofProcess.flatMap((each) => [...each.broken]))
    const last = ofProcess.at(-1) ?? first
    const unread = new Set([...last.broken].filter((id) => !last.records.has(id)))
    const counted = new Set(
      counting.flatMap(({ records, broken: others }) => [...records.keys(), ...others]),
    )
    const nameless = new Set(
      ofProcess.flatMap((each) =>
        [...each.nameless].filter((id) => counting.includes(each) || !counted.has(id)),
      ),
    )
    const { from, to } = first
    const lag = Math.max(0, ...ofProcess.map((each) => each.lag))
    const beside = new Set(counting.flatMap(({ records }) => [...records.keys()]))
    const isSettled = areSettled(ofProcess)
    return [{ process, from, to, lag, shown, beside, broken, unread, nameless, isSettled }]
  })
}

/** For so long at least it is remembered when somebody who left was last asked about. */
const kept = 6 * day

/**
 * Whether somebody may be one of those on a roster whose id cannot be read: of one of these at least, no roster since
 * it lost its id, or reads otherwise, has shown both in a reading that counts.
 */
export const mayBeNameless = (
  id: string,
  roster: Believed,
  rosters: readonly Believed[],
  people: readonly Person[],
): boolean => {
  const upTo = rosters.slice(0, rosters.indexOf(roster) + 1).toReversed()
  return [...roster.nameless].some((other) => {
    const { employment = [] } = people.find((each) => each.id === other) ?? {}
    const [now] = shownWithin(employment, roster.from - roster.lag, roster.to).toReversed()
    const readsSo = ({ from, to, lag }: Believed): boolean =>
      shownWithin(employment, from - lag, to).every((each) => each === now)
    const known = upTo.findIndex(
      (each) => each.isSettled && !(each.nameless.has(other) && readsSo(each)),
    )
    const since = known === -1 ? upTo : upTo.slice(0, known)
    return !since.some(({ beside, isSettled }) => isSettled && beside.has(id))
  })
}

/** The rosters that say something of somebody: that they are there, or that they are not. */
export const thatTellOf = (id: string, rosters: readonly Believed[]): Believed[] =>
  rosters.filter(({ isSettled, shown }) => isSettled || shown.has(id))

/**
 * The refreshes that could not write down what they saw of somebody: other writers were first
 * twice, or the table failed.
 */
export const missedBy = (
  { written, refreshes }: Pick<Observed, 'written' | 'refreshes'>,
  id: string,
): ReadonlySet<string> => {
  const disturbed = new Set(
    refreshes.flatMap(({ process, isDisturbed }) => (isDisturbed ? [process] : [])),
  )
  const saves = written.filter(({ what }) => what.startsWith(`save ${id} `))
  const byProcess = Map.groupBy(saves, ({ process }) => process)
  return new Set(
    [...byProcess].flatMap(([process, all]) => {
      const isMissed = all.every(({ isTaken }) => !isTaken)
      return isMissed && (all.length > 1 || disturbed.has(process)) ? [process] : []
    }),
  )
}

/** The rosters of which it was written down what they say of somebody: their item could be read, and was saved. */
export const writtenDown = (
  observed: Pick<Observed, 'written' | 'refreshes' | 'troubles'>,
  id: string,
  rosters: readonly Believed[],
): Believed[] => {
  const missed = missedBy(observed, id)
  const unreadable = observed.troubles.unreadableItems.filter((each) => each.id === id)
  return rosters.filter(
    ({ process, from, to }) =>
      !missed.has(process) && !unreadable.some((each) => each.from <= to && each.to >= from),
  )
}

/**
 * Since when somebody is owed what changed who appears, or appears again, on a roster:
 * since the one believed before; one that showed them in a form that nobody can read counts.
 */
export const rosterMoments = (answers: readonly Served[], written: readonly Written[]) => {
  const rosters = believedRosters(answers, written)
  /** @param after what was answered before is known by then; @param by when they were asked about */
  return (employeeId: string, after: EpochMs, by: EpochMs): EpochMs => {
    const before = thatTellOf(employeeId, rosters).filter(({ to }) => to <= by)
    const index = before.findLastIndex(
      ({ shown }, n) => shown.has(employeeId) && !(before[n - 1]?.shown.has(employeeId) ?? false),
    )
    const appeared = before[index]
    if (Number.isFinite(after) && (appeared === undefined || appeared.to <= after)) return after
    // Who is back soon is known: what their last answer did not show is owed.
    if (Number.isFinite(after) && by - after < kept) return after
    if (appeared === undefined) return before.at(-1)?.to ?? by
    let first = index
    while (before[first - 1]?.broken.has(employeeId) === true) first--
    return before[first - 1]?.to ?? appeared.from
  }
}
