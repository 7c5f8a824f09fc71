import type { Settings } from '../../lib/settings/settings.ts'
import { monthlyTotal } from './monthly-bill.ts'
import { clockingCallsPerSecond, quietShare, type RestName, restingShare } from './spared-calls.ts'

/** What is reckoned where a setting is left out. */
const suggested = 900

/** Who rests, and what the share of the time for which they do is reckoned of. */
const resters: Record<RestName, { who: string; reckoned: string }> = {
  idleEverySeconds: {
    who: 'who has had nothing for a lookback',
    reckoned: 'weekends, and leave',
  },
  awayEverySeconds: { who: 'who is absent all day', reckoned: 'a month of the year' },
  farEverySeconds: {
    who: 'who is far from their usual hours',
    reckoned: 'five shifts of eight hours a week',
  },
}

const withRest = (settings: Settings, name: RestName, seconds: number | undefined): Settings => {
  const { [name]: _before, ...polling } = settings.polling
  return { ...settings, polling: { ...polling, ...(seconds !== undefined && { [name]: seconds }) } }
}

/** What settings spare beside others: calls, and dollars. Where not all could be made, others are made instead. */
const spares = (
  verb: 'spares' | 'would spare',
  without: Settings,
  sparing: Settings,
  employees: number,
): string => {
  const calls = (
    100 *
    (1 - clockingCallsPerSecond(sparing) / clockingCallsPerSecond(without))
  ).toFixed(0)
  const dollars = monthlyTotal(without, employees) - monthlyTotal(sparing, employees)
  const amount = Math.abs(dollars).toFixed(2)
  return (
    `${verb} ${calls} % of the calls for clockings` +
    (dollars < 0
      ? ` for others that have no turn now, at USD ${amount} more a month`
      : `, USD ${amount} a month`)
  )
}

const verbOf = (set: unknown) => (set === undefined ? 'would spare' : 'spares')

/** What a setting that has some people asked more rarely spares, and by how much they are told of later. */
const rarer = (settings: Settings, employees: number, name: RestName): string => {
  const set = settings.polling[name]
  const seconds = set ?? suggested
  const [without, resting] = [
    withRest(settings, name, undefined),
    withRest(settings, name, seconds),
  ]
  const later = Math.max(0, seconds - settings.polling.clockingsEverySeconds)
  const { who, reckoned } = resters[name]
  return (
    `  polling.${name} ${seconds} ${spares(verbOf(set), without, resting, employees)};\n` +
    `    ${who} (${(100 * restingShare(name)).toFixed(0)} % of the time: ${reckoned}) is told of up to ${later} s later`
  )
}

/** What is reckoned where there are no quiet hours. */
const nights = { from: '22:00', until: '05:00', everySeconds: suggested }

const quieter = (settings: Settings, employees: number): string => {
  const { quietHours: set, ...polling } = settings.polling
  const quietHours = set ?? nights
  const { from, until, everySeconds } = quietHours
  const without = { ...settings, polling }
  const quiet = { ...settings, polling: { ...polling, quietHours } }
  const later = Math.max(0, everySeconds - polling.clockingsEverySeconds)
  return (
    `  polling.quietHours ${from} to ${until}, every ${everySeconds} s, ${spares(verbOf(set), without, quiet, employees)};\n` +
    `    everybody (${(100 * quietShare(quiet.polling)).toFixed(0)} % of the time) is told of up to ${later} s later, of absences, too`
  )
}

/** What all of them spare together: less than what each does by itself. */
const together = (settings: Settings, employees: number): string => {
  const { idleEverySeconds, awayEverySeconds, farEverySeconds, quietHours, ...polling } =
    settings.polling
  const all = {
    ...polling,
    idleEverySeconds: idleEverySeconds ?? suggested,
    awayEverySeconds: awayEverySeconds ?? suggested,
    farEverySeconds: farEverySeconds ?? suggested,
    quietHours: quietHours ?? nights,
  }
  const without = { ...settings, polling }
  return `  all four together: ${spares('would spare', without, { ...settings, polling: all }, employees)}`
}

/** What there is to spare by asking some people more rarely; nothing where everybody is asked as rarely. */
export const rarerCalls = (settings: Settings, employees: number): string[] =>
  settings.polling.clockingsEverySeconds >= suggested
    ? []
    : [
        'Asked more rarely:',
        rarer(settings, employees, 'idleEverySeconds'),
        rarer(settings, employees, 'awayEverySeconds'),
        rarer(settings, employees, 'farEverySeconds'),
        quieter(settings, employees),
        together(settings, employees),
        '',
      ]
