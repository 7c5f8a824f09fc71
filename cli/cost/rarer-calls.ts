import type { Settings } from '../../lib/settings/settings.ts'
import { monthlyTotal } from './monthly-bill.ts'
import { restingShare, sparedCalls } from './spared-calls.ts'

type Name = 'idleEverySeconds' | 'awayEverySeconds'

/** What is reckoned where a setting is left out. */
const suggested = 900

const who: Record<Name, string> = {
  idleEverySeconds: 'who has had nothing for a lookback',
  awayEverySeconds: 'who is absent all day',
}

const withRest = (settings: Settings, name: Name, seconds: number | undefined): Settings => {
  const { [name]: _before, ...polling } = settings.polling
  return { ...settings, polling: { ...polling, ...(seconds !== undefined && { [name]: seconds }) } }
}

/** What a setting that has some people asked more rarely spares, and by how much they are told of later. */
const rarer = (settings: Settings, employees: number, name: Name): string => {
  const set = settings.polling[name]
  const seconds = set ?? suggested
  const [without, resting] = [
    withRest(settings, name, undefined),
    withRest(settings, name, seconds),
  ]
  const calls = (100 * (sparedCalls(resting) - sparedCalls(without))).toFixed(0)
  const dollars = (monthlyTotal(without, employees) - monthlyTotal(resting, employees)).toFixed(2)
  const spares = set === undefined ? 'would spare' : 'spares'
  const later = Math.max(0, seconds - settings.polling.clockingsEverySeconds)
  return (
    `  polling.${name} ${seconds} ${spares} ${calls} % of the calls for clockings, USD ${dollars} a month;\n` +
    `    ${who[name]} (${(100 * restingShare[name]).toFixed(0)} % are reckoned) is told of up to ${later} s later`
  )
}

/** What is reckoned where there are no quiet hours. */
const nights = { from: '22:00', until: '05:00', everySeconds: suggested }

const quieter = (settings: Settings, employees: number): string => {
  const { quietHours: set, ...polling } = settings.polling
  const quietHours = set ?? nights
  const { from, until, everySeconds } = quietHours
  const without = monthlyTotal({ ...settings, polling }, employees)
  const quiet = monthlyTotal({ ...settings, polling: { ...polling, quietHours } }, employees)
  const later = Math.max(0, everySeconds - polling.clockingsEverySeconds)
  return (
    `  polling.quietHours ${from} to ${until}, every ${everySeconds} s, ${set === undefined ? 'would spare' : 'spares'} USD ${(without - quiet).toFixed(2)} a month;\n` +
    `    everybody is told of up to ${later} s later meanwhile`
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
        quieter(settings, employees),
        '',
      ]
