import { day, hour, minute, second } from '../../lib/attendance/moments.ts'

const inUnits = (
  milliseconds: number,
  [large, largeName]: [number, string],
  [small, smallName]: [number, string],
): string => {
  const whole = Math.floor(milliseconds / large)
  const rest = Math.floor((milliseconds % large) / small)
  return rest === 0 ? `${whole} ${largeName}` : `${whole} ${largeName} ${rest} ${smallName}`
}

/** A duration in its two largest units: `41 s`, `12 min`, `8 h 12 min`, `3 d 4 h`. */
export const shortDuration = (milliseconds: number): string => {
  const length = Math.max(0, milliseconds)
  if (length < minute) return `${Math.floor(length / second)} s`
  if (length < hour) return `${Math.floor(length / minute)} min`
  return length < day
    ? inUnits(length, [hour, 'h'], [minute, 'min'])
    : inUnits(length, [day, 'd'], [hour, 'h'])
}

/** `1 person`, `2 people`. */
export const count = (number: number, one: string, many = `${one}s`): string =>
  `${number} ${number === 1 ? one : many}`

const formats = new Map<string, Intl.DateTimeFormat>()

const formatOf = (timeZone: string): Intl.DateTimeFormat => {
  const options = {
    timeZone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
  }
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en-GB', { ...options, hourCycle: 'h23' } as Intl.DateTimeFormatOptions)
  formats.set(timeZone, format)
  return format
}

/** A moment in a time zone: `Fri`, its day, `20 Nov`, and time of day, `17:31`. */
export const localTime = (
  moment: number,
  timeZone: string,
): { weekday: string; day: string; time: string } => {
  const parts = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(moment)
      .map(({ type, value }) => [type, value]),
  )
  return {
    weekday: parts['weekday'] ?? '',
    day: `${parts['day']} ${parts['month']}`,
    time: `${parts['hour']}:${parts['minute']}`,
  }
}

/** Text of others, without what a terminal would obey. */
export const printable = (text: string): string => text.replace(/\p{C}/gu, '')

/** The first of some names, and how many more there are: `Ada, Grace, 3 more`. */
export const someOf = (names: readonly string[], shown: number): string => {
  const rest = names.length - shown
  const first = names.slice(0, shown).map(printable)
  return [...first, ...(rest > 0 ? [`${rest} more`] : [])].join(', ')
}
