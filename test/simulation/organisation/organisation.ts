import { drawsOf, idOf } from '../../../local/workforce-service/organisation/random.ts'
import { day, type EpochMs, hour } from '../oracle/moments.ts'
import { anEmployment } from './employment.ts'
import type { Person } from './history.ts'
import { aLeave } from './leave.ts'
import { aShift, spellings, startOfShift } from './shifts.ts'

export type OrganisationOptions = {
  seed: number
  employees: number
  /** When the system first sees the organisation, and after which nothing changes any more. */
  from: EpochMs
  to: EpochMs
  /** How late a clocking may be synced or corrected, in milliseconds. */
  lookback: number
  /** The zone that holds for who has none of their own. */
  homeZone: string
}

const zones: readonly [string, ...string[]] = [
  'Pacific/Auckland',
  'America/Los_Angeles',
  'Asia/Kolkata',
  'Not/AZone',
]

const days = (from: EpochMs, to: EpochMs): EpochMs[] => {
  const first = Math.floor(from / day) * day - day
  return Array.from({ length: Math.ceil((to - first) / day) }, (_, n) => first + n * day)
}

/**
 * One person's working life: what they did, and what the API shows of it at each moment.
 * It depends on the seed and the person alone, so that fewer people are the same people.
 */
const aPerson = (n: number, options: OrganisationOptions): Person => {
  const { seed, from, to, lookback, homeZone } = options
  const draws = drawsOf('simulation', seed, n)
  const id = idOf('simulation', seed, 'employee', n)
  const zone = draws.chance(0.6) ? homeZone : draws.pick(zones)
  const spell = draws.pick(spellings)
  const employment = anEmployment(id, from, to, draws)
  const shiftOptions = { employeeId: id, zone, spell, lookback, draws }
  const clockings: Person['clockings'] = new Map(
    days(from, to).flatMap((date) =>
      Array.from({ length: draws.pick([0, 1, 1, 1, 2]) }, (_, shift) => {
        const name = `${id}/${date}/${shift}`
        const { id: clockingId, versions } = aShift(name, startOfShift(date, draws), shiftOptions)
        return [clockingId, versions(to)] as const
      }),
    ),
  )
  const absences: Person['absences'] = new Map(
    days(from, to + day)
      .filter(() => draws.chance(0.15))
      .map((date) => {
        const leave = aLeave(`${id}/leave/${date}`, { id, zone }, date + 12 * hour, draws)
        return [leave.id, leave.versions(to)] as const
      }),
  )
  return { id, zone, employment, clockings, absences }
}

/** Everyone of a simulated organisation, in the order of their ids. */
export const anOrganisation = (options: OrganisationOptions): Person[] =>
  Array.from({ length: options.employees }, (_, n) => aPerson(n, options)).sort((a, b) =>
    a.id < b.id ? -1 : 1,
  )
