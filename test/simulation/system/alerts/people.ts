import { emailOutlet } from '../../../../lib/alerts/email/outlet.ts'
import { mailThroughSns } from '../../../../lib/alerts/email/sns.ts'
import type { Outlet, Outlets } from '../../../../lib/alerts/sending/outlet.ts'
import type { TurnPorts } from '../../../../lib/alerts/sending/turn.ts'
import { slackOutlet } from '../../../../lib/alerts/slack/outlet.ts'
import type { Wording } from '../../../../lib/alerts/wording/wording.ts'
import type { AttendanceEvent } from '../../../../lib/attendance/events/events.ts'
import { audiences } from '../../alert-rules.ts'
import { second } from '../../oracle/moments.ts'
import {
  createDeliveryTable,
  memoryDeliveryStore,
  type OnNoted,
  stillWaiting,
} from '../../ports/delivery-table.ts'
import { memoryMail } from '../../ports/mail.ts'
import {
  createNotificationTable,
  type FollowerTable,
  memoryFollowerStore,
  memoryNotificationStore,
} from '../../ports/notifications.ts'
import { createSlack } from '../../ports/slack.ts'
import type { Faults } from '../faults.ts'
import { allClearOf, type Observed, tellingOf } from '../observed.ts'
import type { Outcome, Process, ProcessWorld } from '../process.ts'
import type { Troubles } from '../troubles.ts'
import type { Disliked } from './picky-channels.ts'
import { nothing, shownOf, type Telling, toldBy } from './telling.ts'

/** How far the clocks of the machines that tell people may be off. */
const largestClockOffset = 4 * second

/** Whoever hears what one machine says: by name, a channel or an audience. */
export type Listening = {
  dislikeOf: (name: string) => Disliked | null
  onTaken: (name: string, message: unknown) => void
  onRefused: (name: string, disliked: Disliked | null) => void
}

type Options = {
  processes: ProcessWorld
  faults: Faults
  observed: Observed
  dislikeOf: Troubles['dislikeOf']
}

/** Whoever is told, and the table that says what they were told. */
export const createPeople = ({ processes, faults, observed, dislikeOf }: Options) => {
  const { scheduler, trace } = processes
  const table = createDeliveryTable()
  const remembered = createNotificationTable()
  const followers: FollowerTable = new Map()
  const slack = createSlack(faults)
  const { said, noted, refusals, ends } = observed.alerts

  /** Of whom each event is. */
  const subjects = new Map<string, string>()

  const onRefused = (destination: string, disliked: Disliked | null): void =>
    void refusals.push({ destination, at: scheduler.now(), disliked })

  const outletsOf = (process: Process, wording: Wording): Outlets => {
    const saying = new Map<string, Telling>()
    const onTaken = (destination: string, message: unknown): void => {
      const { name, startedAt } = process
      const bytes = JSON.stringify(message)
      const told = shownOf(saying.get(destination) ?? nothing, bytes)
      said.push({ at: scheduler.now(), process: name, startedAt, destination, ...told, bytes })
      trace(`${name} tells ${destination}: ${told.things}`)
    }
    const heard = (kind: string, outlet: Outlet): Outlet => ({
      ...outlet,
      send: (name, mailing, known, within) => {
        saying.set(`${kind}:${name}`, toldBy(mailing))
        return outlet.send(name, mailing, known, within)
      },
    })
    const dislikeOfSaying = (destination: string): Disliked | null => {
      const { things } = saying.get(destination) ?? nothing
      return dislikeOf(destination, new Set(things.flatMap((id) => subjects.get(id) ?? [])))
    }
    const listening = (kind: string): Listening => ({
      dislikeOf: (name) => dislikeOfSaying(`${kind}:${name}`),
      onTaken: (name, message) => onTaken(`${kind}:${name}`, message),
      onRefused: (name, disliked) => onRefused(`${kind}:${name}`, disliked),
    })
    const ports = slack.portsOf(process, listening('slack'))
    const mail = memoryMail(process, listening('email'))
    const topics = Object.fromEntries(audiences.map((name) => [name, name]))
    return {
      slack: heard('slack', slackOutlet(ports, wording)),
      email: heard(
        'email',
        emailOutlet(mailThroughSns(mail, topics), 'Simulated', wording, ports.sleep),
      ),
    }
  }

  const onNoted: OnNoted = (destination, ids) => {
    for (const id of ids) {
      const [, , thing = '', as] = id.split('#')
      const telling =
        as === 'all-clear' ? allClearOf(destination, thing) : tellingOf(destination, thing)
      noted.set(telling, [...(noted.get(telling) ?? []), scheduler.now()])
    }
  }

  return {
    noteEvent: ({ id, subject }: Pick<AttendanceEvent, 'id' | 'subject'>): void =>
      void subjects.set(id, subject),

    /** A clock for a machine. */
    aClockOffset: (): number =>
      faults.strikes('clock-offset', 0.2)
        ? faults.draws.whole(-largestClockOffset, largestClockOffset)
        : 0,

    portsOf: (process: Process, wording: Wording): TurnPorts => ({
      deliveries: memoryDeliveryStore(table, process.effect, onNoted),
      outlets: outletsOf(process, wording),
      machineNow: process.now,
      sleep: process.sleep,
      onSent: () => {},
      onFailed: () => {},
      onGone: () => {},
      onRefused: () => {},
    }),

    rememberedOf: (process: Process) => ({
      notifications: memoryNotificationStore(remembered, process.effect),
      followers: memoryFollowerStore(followers, process.effect),
    }),

    /** Notes how a run of a function ended. */
    noteEnd: (outcome: Outcome<unknown>, { name, startedAt, isDisturbed }: Process): void => {
      if (outcome.kind === 'failed') trace(`${name} fails: ${String(outcome.error)}`)
      const endedAt = scheduler.now()
      ends.set(name, { outcome, startedAt, endedAt, isDisturbed: isDisturbed() })
    },

    stillWaiting: () => stillWaiting(table),
  }
}
export type People = ReturnType<typeof createPeople>
