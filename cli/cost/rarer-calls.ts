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

/** What settings spare beside others: calls, and dollars. */
const spares = (set: unknown, without: Settings, sparing: Settings, employees: number): string => {
  const calls = (
    100 *
    (1 - clockingCallsPerSecond(sparing) / clockingCallsPerSecond(without))
  ).toFixed(0)
  const dollars = (monthlyTotal(without, employees) - monthlyTotal(sparing, employees)).toFixed(2)
  const does = set === undefined ? 'would spare' : 'spares'
  return `${does} ${calls} % of the calls for clockings, USD ${dollars} a month;\n`
}

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
    `  polling.${name} ${seconds} ${spares(set, without, resting, employees)}` +
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
    `  polling.quietHours ${from} to ${until}, every ${everySeconds} s, ${spares(set, without, quiet, employees)}` +
    `    everybody (${(100 * quietShare(quiet.polling)).toFixed(0)} % of the time) is told of up to ${later} s later`
  )
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
        '',
      ]
