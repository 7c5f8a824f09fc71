import { type DigestPorts, sendDigest } from '../../../../lib/alerts/digests/send-digest.ts'
import { alertTimeoutSeconds, turnSeconds } from '../../../../lib/alerts/queues.ts'
import { Digest } from '../../../../lib/alerts/rules/alert-settings.ts'
import type { StatePorts } from '../../../../lib/store/saved-state.ts'
import { type EpochMs, hour, minute, second, utc } from '../../oracle/moments.ts'
import type { Plan } from '../../scenario.ts'
import { launch, type Process } from '../process.ts'
import type { AlertOptions } from './send-alerts.ts'
import { traceable } from './telling.ts'

/** Who is told of whoever is in and off, and how often. */
const digest = Digest.parse({
  name: 'summary',
  at: '08:30',
  include: ['off-today', 'in-now', 'open-clockings', 'returning-tomorrow'],
  slack: ['office'],
  email: ['managers'],
})
const every = 12 * hour

/** Lambda tries an invocation that failed again, twice, a minute and two later. */
const retries = [minute, 2 * minute]
const reserve = 15 * second
const patience = minute + 10 * second

/** Where it goes, each by what it is and its name. */
export const digestDestinations = ['slack:office', 'email:managers'] as const

/** When it is called in a run, before the end. */
export const digestTimes = ({ from, to }: Plan): EpochMs[] =>
  Array.from({ length: (to - from) / every }, (_, n) => from + n * every)

type Options = AlertOptions & { statePortsOf: (process: Process) => StatePorts }

/** `send-digest` as it is deployed, called on its schedule; sometimes twice. */
export const createSendDigests = (options: Options) => {
  const { processes, faults, observed, deploymentNow, people, statePortsOf } = options
  const { scheduler } = processes
  let started = 0

  const work = async (process: Process, scheduledTime: string): Promise<string[]> => {
    const { rules, clockingsEverySeconds, quietHours, absencesEverySeconds } = deploymentNow()
    const wording = traceable({ digestId: scheduledTime })
    const ports: DigestPorts = {
      ...people.portsOf(process, wording),
      ...statePortsOf(process),
      now: process.now,
    }
    const turn = {
      owner: process.name,
      leaseMilliseconds: turnSeconds.sendDigest * second,
      deadline: process.now() + alertTimeoutSeconds.sendDigest * second - reserve,
      patience,
    }
    const { sent } = await sendDigest(digest, scheduledTime, turn, ports, {
      asking: {
        workday: rules.workday,
        workingDays: ['mon', 'tue', 'wed', 'thu', 'fri'],
        tooLongHours: 14,
      },
      pace: { clockingsEverySeconds, quietHours, absencesEverySeconds },
      wording,
    })
    return sent
  }

  const invoke = (scheduledTime: string, waits: readonly number[]): void => {
    const offset = people.aClockOffset()
    launch(
      {
        name: `digest #${++started}`,
        clockOffset: () => offset,
        timeout: alertTimeoutSeconds.sendDigest * second,
        work: (process) => work(process, scheduledTime),
        onEnd: (outcome, process) => {
          people.noteEnd(outcome, process)
          if (outcome.kind === 'done')
            observed.alerts.digests.push({
              process: process.name,
              scheduledTime,
              sent: outcome.value,
            })
          const [wait, ...others] = waits
          if (outcome.kind !== 'done' && wait !== undefined)
            scheduler.at(scheduler.now() + wait, () => invoke(scheduledTime, others))
        },
      },
      processes,
    )
  }

  return {
    /** Calls it on its schedule, and once more when nothing fails any more. */
    schedule: (plan: Plan): void => {
      for (const at of [...digestTimes(plan), plan.to + 15 * minute])
        scheduler.at(at, () => {
          invoke(utc(at), retries)
          if (faults.strikes('repeated-message', 0.1)) invoke(utc(at), retries)
        })
    },
  }
}
