import { removalAfter } from '../../settings.ts'
import {
  anAbsence,
  endOrWithdraw,
  expectSpan,
  expectStarted,
  putAbsence,
  withdrawByMistake,
} from '../absences.ts'
import type { Person } from '../person.ts'
import { boundary, hour, minute, wholeSecond } from '../records.ts'

/** An absence that starts and ends within seconds, or that was over before anyone wrote it down. */
export const beAway = async (person: Person): Promise<void> => {
  const { draws } = person
  const now = wholeSecond(Date.now())
  const start = draws.chance(0.3)
    ? now - draws.whole(90, 180) * minute
    : now + draws.whole(1, 6) * 1_000
  const end = start < now ? now - draws.whole(1, 60) * minute : start + draws.whole(2, 6) * 1_000
  const absence = anAbsence(person, start, end)
  expectSpan(person, absence, start, end)
  await putAbsence(person, absence)
}

/** An absence without an end, reported late, that is withdrawn or gets an end. */
export const beAwayForNow = async (person: Person): Promise<void> => {
  const start = wholeSecond(Date.now()) - person.draws.whole(1, 90) * minute
  const absence = anAbsence(person, start, null)
  expectStarted(person, absence, start)
  await putAbsence(person, absence)
  await person.told()
  const isMistaken = person.draws.chance(0.3) && person.isFree('absences')
  if (isMistaken) await withdrawByMistake(person, absence)
  await endOrWithdraw(person, absence, isMistaken)
}

/** Waits until somebody's absences have been asked for: of one that is over already, people are told. */
const untilAsked = async (person: Person): Promise<void> => {
  const now = wholeSecond(Date.now())
  const [start, end] = [now - 2 * hour, now - hour]
  const absence = anAbsence(person, start, end)
  expectSpan(person, absence, start, end)
  await putAbsence(person, absence)
  await person.told()
}

/**
 * Nobody is told, but it is missing until two answers far enough apart lack it: for as long as the
 * API fails or the system is down, too, and while answers are not true, since of what many lack nothing is believed.
 * Its place is given to nobody else before.
 */
const cancel = (person: Person, id: string): Promise<void> =>
  person.vanish('absences', async () => {
    await person.remove(`absences/${id}`)
    let since: number
    do {
      since = Date.now()
      await untilAsked(person)
      await person.pause(removalAfter, removalAfter * 1.2)
      await untilAsked(person)
    } while (!person.wasTrueSince('records', since))
  })

/** Plans for the day after tomorrow may change freely: only what comes about is told. */
export const plan = async (person: Person): Promise<void> => {
  const { draws, zone } = person
  const far = wholeSecond(Date.now()) + 30 * hour
  const absence = anAbsence(person, far, far + hour)
  await putAbsence(person, absence)
  await person.pause(0, 4)
  if (draws.chance(0.5)) return cancel(person, absence.id)
  const start = wholeSecond(Date.now()) + draws.whole(1, 5) * 1_000
  const end = start + draws.whole(2, 5) * 1_000
  const moved = { ...absence, start: boundary(start, zone), end: boundary(end, zone) }
  expectSpan(person, moved, start, end)
  await putAbsence(person, moved)
}
