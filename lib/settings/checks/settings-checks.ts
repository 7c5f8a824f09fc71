import type { ReadableSettings } from '../reading/readable-settings.ts'
import { alertProblems } from './alert-checks.ts'
import { nameProblems } from './name-checks.ts'
import type { SettingsProblem } from './problem.ts'
import { webhookProblems } from './webhook-checks.ts'
import { zoneProblems } from './zones.ts'

/** Twice missing takes two looks: by the second, what is older is no longer looked for. */
const pollingProblems = ({
  polling: { removalAfterMinutes, lookbackHours },
}: ReadableSettings): SettingsProblem[] =>
  removalAfterMinutes === undefined ||
  lookbackHours === undefined ||
  removalAfterMinutes < lookbackHours * 60
    ? []
    : [
        {
          path: ['polling', 'removalAfterMinutes'],
          message: 'must be shorter than polling.lookbackHours, or no removal could be seen',
        },
      ]

/** Whatever can publish at the same time has an equal part: every poll, and the roster refresh. */
const publishingProblems = ({
  polling: { concurrentPolls },
  snsMessagesPerSecond,
}: ReadableSettings): SettingsProblem[] =>
  concurrentPolls === undefined ||
  snsMessagesPerSecond === undefined ||
  snsMessagesPerSecond > concurrentPolls
    ? []
    : [
        {
          path: ['aws', 'snsMessagesPerSecond'],
          message:
            'must be above polling.concurrentPolls: each of these polls, and the roster refresh, publishes one a second at least',
        },
      ]

/** What was published is read from the log alone. */
const readApiProblems = ({ hasReadApi, eventLogDays }: ReadableSettings): SettingsProblem[] =>
  hasReadApi && eventLogDays === 0
    ? [{ path: ['aws', 'readApi'], message: 'needs eventLogDays above 0: it reads the event log' }]
    : []

/** A function sends to queues of its own region. */
const replayProblems = ({ region, replayQueues }: ReadableSettings): SettingsProblem[] =>
  (replayQueues ?? []).flatMap((arn, index) => {
    const of = arn?.split(':')[3]
    if (region === undefined || of === undefined || of === region) return []
    const message = `is a queue of ${of}, and aws.region is ${region}: events are sent again within a region`
    return [{ path: ['aws', 'replayQueues', index], message }]
  })

/** A function puts events on a bus of its own region. */
const busProblems = ({ region, eventBus }: ReadableSettings): SettingsProblem[] => {
  const of = eventBus?.split(':')[3]
  if (region === undefined || of === undefined || of === region) return []
  const message = `is a bus of ${of}, and aws.region is ${region}: a rule of a bus of ${region} may send events on to it`
  return [{ path: ['aws', 'eventBus'], message }]
}

/**
 * Where settings do not fit each other. Of what cannot be read nothing is said here: each of
 * these holds whatever is put there.
 */
export const settingsProblems = (settings: ReadableSettings): SettingsProblem[] => [
  ...pollingProblems(settings),
  ...publishingProblems(settings),
  ...readApiProblems(settings),
  ...replayProblems(settings),
  ...busProblems(settings),
  ...zoneProblems(settings),
  ...nameProblems(settings),
  ...alertProblems(settings),
  ...webhookProblems(settings),
]
