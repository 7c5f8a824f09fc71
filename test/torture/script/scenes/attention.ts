import { limits } from '../../settings.ts'
import { anAbsence, endOrWithdraw, endSoon, expectStarted, putAbsence } from '../absences.ts'
import { aClocking, clockOut, expectBreak, expectClockedIn, putClocking } from '../clockings.ts'
import type { Person } from '../person.ts'
import { type Break, hour, local, minute, utc, wholeSecond } from '../records.ts'

/** A moment in a few seconds, at which something will have gone on for too long. */
const soon = ({ draws }: Person): number => Date.now() + draws.whole(1, 6) * 1_000

/** A clock-out that was forgotten, and made good. */
export const forgetToClockOut = async (person: Person): Promise<void> => {
  const at = soon(person)
  const clocking = aClocking(person, at - limits.clockingHours * hour)
  expectClockedIn(person, clocking)
  person.expect({ type: 'clocking-overdue', about: clocking.id, when: { at } })
  await putClocking(person, clocking)
  await person.told()
  await clockOut(person, clocking)
}

/** A break that takes too long. */
export const forgetTheTime = async (person: Person): Promise<void> => {
  const at = soon(person)
  const pause: Break = {
    id: person.newId(),
    start: utc(at - limits.breakMinutes * minute),
    end: null,
  }
  const clocking = { ...aClocking(person, Date.parse(pause.start) - hour), breaks: [pause] }
  expectClockedIn(person, clocking)
  expectBreak(person, clocking.id, pause)
  person.expect({ type: 'break-overdue', about: pause.id, when: { at } })
  await putClocking(person, clocking)
  await person.told()
  const end = utc(Date.now())
  const when = { at: Date.parse(end) }
  person.expect({ type: 'break-ended', about: pause.id, when, story: clocking.id })
  const back = { ...clocking, breaks: [{ ...pause, end }] }
  await putClocking(person, back)
  await clockOut(person, back)
}

/** Somebody comes to work who is away. */
export const workWhileAway = async (person: Person): Promise<void> => {
  const start = wholeSecond(Date.now()) - person.draws.whole(1, 60) * minute
  const absence = anAbsence(person, start, null)
  expectStarted(person, absence, start)
  await putAbsence(person, absence)
  await person.told()
  const clocking = aClocking(person, Date.now())
  const about = `${clocking.id}+${absence.id}`
  const when = { at: Date.parse(clocking.start) }
  expectClockedIn(person, clocking)
  person.expect({ type: 'clocked-in-while-absent', about, when })
  await putClocking(person, clocking)
  await person.told()
  await clockOut(person, clocking)
  await person.told()
  await endOrWithdraw(person, absence)
}

/** A sickness that lasts longer than was thought. */
export const stayIll = async (person: Person): Promise<void> => {
  const start = wholeSecond(Date.now()) - person.draws.whole(1, 60) * minute
  const at = wholeSecond(soon(person))
  const sickness = {
    ...anAbsence(person, start, null),
    $type: 'Sickness',
    estimatedReturn: local(at, person.zone),
    isCertified: false,
    reason: { id: 4, description: 'Cold' },
    duration: null,
    isPaid: true,
    paidDuration: null,
  }
  expectStarted(person, sickness, start)
  person.expect({ type: 'return-overdue', about: sickness.id, when: { at } })
  await putAbsence(person, sickness)
  await person.told()
  await endSoon(person, sickness)
}
