import { day, minute } from '../../lib/attendance/moments.ts'
import type { Organisation } from '../workforce-service/organisation.ts'

/** What happens before the first poll has come through is not told. */
const unseen = 2 * minute
/** Something should happen until then. */
const soon = 7 * minute
const step = 5 * minute
/** A quiet time that is longer than this is not skipped. */
const furthest = 4 * day

/** Who has been in and out since `from`, as it is on record at a moment. */
const onRecord = (organisation: Organisation, from: number, at: number): string =>
  JSON.stringify(
    organisation.employees(at).flatMap(({ id }) => organisation.clockings(id, from, at, at)),
  )

const isBusy = (organisation: Organisation, moment: number): boolean => {
  const from = moment - day
  const [before, after] = [unseen, soon].map((ahead) =>
    onRecord(organisation, from, moment + ahead),
  )
  return before !== after
}

/**
 * The first moment from `now` on after which somebody soon clocks in or out, or goes on a
 * break: whoever starts a simulation at night should not have to watch people sleep.
 * @param now epoch milliseconds
 */
export const busyMoment = (organisation: Organisation, now: number): number => {
  for (let moment = now; moment < now + furthest; moment += step)
    if (isBusy(organisation, moment)) return moment
  return now
}
