import { epochMs, minute, utc } from '../../../lib/attendance/moments.ts'
import type { Absence } from '../../../lib/workforce/contract/absence.ts'
import type { Clocking } from '../../../lib/workforce/contract/clocking.ts'
import { type Draws, drawsOf } from '../../../local/workforce-service/organisation/random.ts'
import { aClocking, aHoliday, anEmployee, anId } from '../../harness/builders.ts'
import type { World } from '../../harness/world.ts'

/** Some of what people do, as the Workforce API has it at once, with times of the last minutes. */
type Doing = { world: World; draws: Draws; id: (kind: number) => string; ago: () => string }

const endOf = (shift: Clocking, end: string): Clocking => ({
  ...shift,
  end,
  breaks: shift.breaks.map((each) => ({ ...each, end: each.end ?? end })),
})

/** The last moment that a shift has; nothing of it ends before. */
const lastOf = ({ start, breaks }: Clocking): string =>
  breaks
    .flatMap((each) => [each.start, each.end ?? each.start])
    .reduce((a, b) => (a > b ? a : b), start)

const onOrOffBreak = (shift: Clocking, at: string, id: string): Clocking => {
  const open = shift.breaks.find(({ end }) => end === null)
  const breaks = open
    ? shift.breaks.map((each) => (each === open ? { ...each, end: at } : each))
    : [...shift.breaks, { id, start: at, end: null }]
  return { ...shift, breaks }
}

/** A holiday from tomorrow on, or later: one that is entered late would be a correction. */
const aPlannedHoliday = ({ world, draws, id }: Doing, employeeId: string): Absence => {
  const dateIn = (days: number) =>
    utc(epochMs(world.moment()) + days * 24 * 60 * minute).slice(0, 10)
  const from = draws.whole(1, 2)
  const [first, last] = [dateIn(from), dateIn(from + draws.whole(0, 2))]
  const start = draws.pick<Absence['start']>([
    { $type: 'LocalDate', date: first },
    { $type: 'LocalDatePart', date: first, datePart: 'SecondHalf' },
    { $type: 'LocalDateTime', date: first, time: '13:30:00' },
  ])
  const end = draws.pick<NonNullable<Absence['end']>>([
    { $type: 'LocalDate', date: last },
    { $type: 'LocalDateTime', date: last, time: '18:45:00' },
  ])
  return aHoliday({ id: id(3), employeeId, start, end })
}

/**
 * People who come, go on breaks, leave or forget to clock out, are on holidays, leave for good and are hired again, by chance.
 * @returns lets some time pass in which they do something
 */
export const workingDays = (world: World, people: number, seed: number) => {
  const draws = drawsOf('working days', seed)
  let made = 0
  const id = (kind: number) => anId(++made, kind)
  const ago = () => utc(epochMs(world.moment()) - draws.whole(0, 8) * minute)
  const doing: Doing = { world, draws, id, ago }
  const shifts = new Map<number, Clocking>()
  const awayUntil = new Map<number, string>()
  const gone = new Set<number>()

  const work = async (n: number): Promise<void> => {
    const shift = shifts.get(n)
    const at = ago()
    if (shift === undefined) {
      const begun = aClocking({ id: id(1), employeeId: anId(n), start: at, end: null, breaks: [] })
      shifts.set(n, begun)
      return world.clocking(begun)
    }
    if (at <= lastOf(shift)) return
    if (draws.chance(0.08)) {
      // They forget to clock out, and come in again: that one stays open.
      shifts.delete(n)
      return
    }
    const next = draws.chance(0.5) ? onOrOffBreak(shift, at, id(2)) : endOf(shift, at)
    if (next.end === null) shifts.set(n, next)
    else shifts.delete(n)
    return world.clocking(next)
  }

  const planHoliday = async (n: number): Promise<void> => {
    // Now and then one lies within another.
    if ((awayUntil.get(n) ?? '') >= world.moment().slice(0, 10) && !draws.chance(0.3)) return
    const holiday = aPlannedHoliday(doing, anId(n))
    awayUntil.set(n, holiday.end && 'date' in holiday.end ? holiday.end.date : '')
    await world.absence(holiday)
  }

  const joinOrLeave = async (n: number): Promise<void> => {
    const isTerminated = !gone.has(n)
    if (isTerminated) gone.add(n)
    else gone.delete(n)
    await world.employee(
      anEmployee({ id: anId(n), _metadata: { isRegistered: true, isTerminated } }),
    )
  }

  return async (): Promise<void> => {
    world.pass(draws.whole(10, 60) * minute)
    for (let n = 1; n <= people; n++) {
      if (draws.chance(gone.has(n) ? 0.1 : 0.01)) await joinOrLeave(n)
      else if (!gone.has(n) && draws.chance(0.3)) await work(n)
      else if (!gone.has(n) && draws.chance(0.05)) await planHoliday(n)
    }
  }
}
