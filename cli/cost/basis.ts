import { dispatchEverySeconds } from '../../lib/polling/timing.ts'
import { pollShardMegabytes } from '../../lib/settings/memory.ts'
import type { Settings } from '../../lib/settings/settings.ts'
import { assumptions } from './assumptions.ts'
import { prices } from './prices.ts'
import { pollSeconds, readShare } from './usage/polling.ts'
import { workloadOf } from './workload.ts'

const number = new Intl.NumberFormat('en-GB', { maximumSignificantDigits: 4 })

/** What the settings say that the figures come from. */
const fromSettings = ({ polling }: Settings): string[] => [
  `clockings every ${polling.clockingsEverySeconds} s, absences every ${polling.absencesEverySeconds} s, the roster every ${polling.rosterEverySeconds} s`,
  `up to ${polling.shardSize} employees a poll, ${polling.concurrentPolls} polls and ${polling.concurrentCalls} calls of each at the same time`,
]

/** What follows from them for so many employees. */
const following = (settings: Settings, employees: number): string[] => {
  const workload = workloadOf(settings, employees)
  const { shards, events } = workload
  const length = pollSeconds(settings, employees)
  return [
    `${shards} ${shards === 1 ? 'shard' : 'shards'}, each poll ${number.format(length)} s long; a dispatch every ${dispatchEverySeconds} s; ${number.format(events)} events a month`,
    `${number.format(readShare(settings, workload) * 100)} % of the polls read their shard`,
    memory(settings),
  ]
}

const megabytes = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 0 })

const memory = ({ polling }: Settings): string => {
  const { refreshRoster, dispatchPolls } = assumptions.functionGigabytes
  return (
    `poll-shard has ${pollShardMegabytes(polling.shardSize)} MB, refresh-roster ${megabytes.format(refreshRoster * 1_024)}, ` +
    `dispatch-polls ${megabytes.format(dispatchPolls * 1_024)}`
  )
}

const assumed = (): string[] => {
  const { eventsPerEmployeeAndDay, callMilliseconds, alertedShare } = assumptions
  const { stateKilobytes, eventKilobytes, logKilobytesPerRun } = assumptions
  return [
    `${eventsPerEmployeeAndDay} events a day for each employee, ${alertedShare * 100} % of them alerted where there are alerts, each in a mail of its own; each event at every webhook`,
    `${assumptions.readApiPullsPerHour} pulls of events an hour through a read API, and ${assumptions.readApiPresencesPerHour} of who is in`,
    `${callMilliseconds} ms a call of the Workforce API, ${assumptions.secondsPerPoll} s for the rest of a poll; a refresh of the roster waits ${assumptions.secondsPerClaim} s for its part of the requests`,
    `${stateKilobytes} kB kept for each employee, ${eventKilobytes} kB an event, ${logKilobytesPerRun} kB of log a run`,
    `an instance of a function lives for ${assumptions.hoursOfInstance} hours; every event is a segment of the log: many at once take less`,
  ]
}

const left = 'free tiers, tax, data transfer, retries, and what subscribers cost'

/** That a bill is not of the region that is deployed to. */
const elsewhere = ({ aws }: Settings): string[] =>
  aws.region === undefined || aws.region === prices.region
    ? []
    : [`in ${aws.region} they are others`]

/** What the figures of a bill rest on, as it is printed. */
export const basis = (settings: Settings, employees: number): string[] => [
  'What this rests on',
  `  prices    list prices of ${prices.region}, ${prices.asOf}: cli/cost/prices.ts`,
  ...elsewhere(settings).map((line) => `  prices    ${line}`),
  ...fromSettings(settings).map((line) => `  settings  ${line}`),
  ...following(settings, employees).map((line) => `  so        ${line}`),
  ...assumed().map((line) => `  assumed   ${line}`),
  `  left out  ${left}`,
]
