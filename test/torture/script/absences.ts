import type { Person } from './person.ts'
import { type Absence, boundary, hour, momentOf, wholeSecond } from './records.ts'

/** @param start and end at whole seconds, epoch milliseconds; null without an end */
export const anAbsence = (
  { id, zone, newId, draws }: Person,
  start: number,
  end: number | null,
): Absence => ({
  $type: draws.pick(['Holiday', 'Toil', 'Other']),
  id: newId(),
  employeeId: id,
  start: boundary(start, zone),
  end: end === null ? null : boundary(end, zone),
  displayName: 'Away',
  note: '',
})

export const putAbsence = (person: Person, absence: Absence): Promise<void> =>
  person.put('absences', absence)

/** Everybody has plans for later: an absence that everyone knows of and nobody is told. */
export const planAhead = (person: Person): Promise<void> => {
  const later = wholeSecond(Date.now()) + 5 * hour
  return putAbsence(person, anAbsence(person, later, later + hour))
}

export const expectStarted = (person: Person, { id }: Absence, at: number): void =>
  person.expect({ type: 'absence-started', about: id, when: { at }, story: id })

const expectEnded = (person: Person, { id }: Absence, at: number): void =>
  person.expect({ type: 'absence-ended', about: id, when: { at }, story: id })

export const expectSpan = (person: Person, absence: Absence, start: number, end: number): void => {
  person.wasAway.set(absence.id, { start, end })
  expectStarted(person, absence, start)
  expectEnded(person, absence, end)
}

/** Gives a started absence without an end one in a few seconds, and waits until it is told. */
export const endSoon = async (person: Person, absence: Absence): Promise<void> => {
  const end = wholeSecond(Date.now()) + person.draws.whole(2, 5) * 1_000
  const ended = { ...absence, end: boundary(end, person.zone) }
  const changes = [{ field: 'end', before: null, after: ended.end }]
  const when = { seenAfter: Date.now() }
  const { id } = absence
  const start = momentOf(absence.start, person.zone)
  person.wasAway.set(id, { start, end })
  person.expect({ type: 'absence-amended', about: id, when, changes, story: id })
  expectEnded(person, absence, end)
  await putAbsence(person, ended)
  await person.told()
}

/**
 * Deletes an absence that has started, and waits until it is told.
 * @param isJustBack whether it was deleted a moment ago already: nobody need have seen it since
 */
const withdraw = (person: Person, { id }: Absence, isJustBack: boolean): Promise<void> =>
  person.vanish('absences', async () => {
    const when = isJustBack ? { seenAfter: Date.now() } : person.goneAfter('records')
    const needsConfirming = true
    person.expect({ type: 'absence-withdrawn', about: id, when, story: id, needsConfirming })
    await person.remove(`absences/${id}`)
    await person.told()
  })

/** Either, where not too many absences are vanishing. */
export const endOrWithdraw = (
  person: Person,
  absence: Absence,
  isJustBack = false,
): Promise<void> =>
  person.draws.chance(0.5) && person.isFree('absences')
    ? withdraw(person, absence, isJustBack)
    : endSoon(person, absence)

/** Deletes an absence and puts it back before it counts as withdrawn: of that nobody is told. */
export const withdrawByMistake = (person: Person, absence: Absence): Promise<void> =>
  person.vanish('absences', async () => {
    await person.remove(`absences/${absence.id}`)
    await person.pauseBriefly()
    await putAbsence(person, absence)
  })
