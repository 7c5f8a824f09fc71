/** What the Workforce API shows, as its specification has it; written by the script. */
export type Break = { id: string; start: string; end: string | null }
export type Clocking = {
  id: string
  employeeId: string
  start: string
  end: string | null
  startTimeZone: string
  endTimeZone: string
  breaks: Break[]
  note: string | null
}
export type Boundary = { $type: 'LocalDateTime'; date: string; time: string }
export type Absence = {
  $type: string
  id: string
  employeeId: string
  start: Boundary
  end: Boundary | null
  displayName: string
  note: string
}
export type Employee = {
  id: string
  name: { givenName: string; familyName: string }
  employment: { jobTitle: string | null; start: string; end: null; payrollNumber: null }
  email: string
  externalReference: string | null
  _metadata: { isRegistered: boolean; isTerminated: boolean }
}

export const second = 1_000
export const minute = 60 * second
export const hour = 60 * minute

/** A moment as the API writes it. */
export const utc = (moment: number): string => new Date(moment).toISOString()

/** A time zone without daylight saving, and by how many hours its clocks are ahead of UTC. */
export type Zone = { zone: string; ahead: number }

export const zones: readonly [Zone, ...Zone[]] = [
  { zone: 'UTC', ahead: 0 },
  { zone: 'Asia/Kolkata', ahead: 5.5 },
  { zone: 'America/Phoenix', ahead: -7 },
  { zone: 'Asia/Tokyo', ahead: 9 },
]

/** What an employee's clock shows at a moment, to the second. */
export const local = (moment: number, { ahead }: Zone): { date: string; time: string } => {
  const shown = utc(moment + ahead * hour)
  return { date: shown.slice(0, 10), time: shown.slice(11, 19) }
}

export const boundary = (moment: number, zone: Zone): Boundary => ({
  $type: 'LocalDateTime',
  ...local(moment, zone),
})

/** The moment that a boundary names, epoch milliseconds. */
export const momentOf = ({ date, time }: Boundary, { ahead }: Zone): number =>
  Date.parse(`${date}T${time}Z`) - ahead * hour

/** The next whole second, which is what a boundary can name. */
export const wholeSecond = (moment: number): number => Math.ceil(moment / second) * second

export const anEmployee = (id: string, n: number): Employee => ({
  id,
  name: { givenName: `Given${n}`, familyName: `Family${n}` },
  employment: { jobTitle: 'Nurse', start: '2024-01-08', end: null, payrollNumber: null },
  email: `person${n}@example.org`,
  externalReference: null,
  _metadata: { isRegistered: true, isTerminated: false },
})
