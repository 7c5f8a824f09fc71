import type { Absence } from '../../../lib/workforce/contract/absence.ts'
import type { Clocking } from '../../../lib/workforce/contract/clocking.ts'
import { shownWithin, type Versions } from '../organisation/history.ts'
import type { Look } from './looks.ts'

/** All versions of each record of a kind that somebody has or had, by its id. */
export type Histories<T> = ReadonlyMap<string, Versions<T>>

/** Whether an answer that was put to use, and is known to be whole, showed a record with its id. */
const isNamedBy = ({ answers, isSure, isSettled }: Look, id: string): boolean =>
  isSure &&
  isSettled &&
  answers.some(
    ({ records, broken, nameless }) => records.has(id) || (broken.has(id) && !nameless.has(id)),
  )

/** What a look showed of a record in a form without its id, one after another; nothing where it did not. */
const namelessOf = <T>({ answers }: Look, id: string, histories: Histories<T>): (T | null)[] =>
  answers
    .filter(({ nameless }) => nameless.has(id))
    .flatMap(({ from, to, lag }) => shownWithin(histories.get(id) ?? [], from - lag, to))

const timesOf = ({ start, end }: Clocking | Absence): string => JSON.stringify([start, end])

/**
 * Whether another record has, or had, the times of one by the end of a look: of two with the same content either may be one
 * without an id, also where both were corrected since (docs/decisions/removal.md).
 */
const hadTwin = <T extends Clocking | Absence>(
  id: string,
  { to }: Look,
  histories: Histories<T>,
): boolean => {
  const timesBy = (versions: Versions<T>): string[] =>
    versions.flatMap(({ from, record }) => (record !== null && from <= to ? timesOf(record) : []))
  const own = new Set(timesBy(histories.get(id) ?? []))
  return [...histories].some(
    ([other, versions]) => other !== id && timesBy(versions).some((times) => own.has(times)),
  )
}

/**
 * Whether a record that a look lacks may be one of those that it showed without an id: of one of these at least, no
 * look since it lost its id, or reads otherwise, has shown both; or there is another with its times.
 */
export const mayBeNameless = <T extends Clocking | Absence>(
  id: string,
  look: Look,
  looks: readonly Look[],
  histories: Histories<T>,
): boolean => {
  const upTo = looks.slice(0, looks.indexOf(look) + 1).toReversed()
  const nameless = new Set(look.answers.flatMap((each) => [...each.nameless]))
  if (nameless.size > 0 && hadTwin(id, look, histories)) return true
  return [...nameless].some((other) => {
    const now = namelessOf(look, other, histories).at(-1)
    const known = upTo.findIndex((each) => {
      const shown = namelessOf(each, other, histories)
      return shown.length === 0 || shown.some((version) => version !== now)
    })
    const since = known === -1 ? upTo : upTo.slice(0, known)
    return !since.some((each) => isNamedBy(each, id))
  })
}
