import { digestMessage } from '../../../lib/alerts/digests/digest-message.ts'
import { renderMail } from '../../../lib/alerts/email/render.ts'
import { additionsIn, wantedIn } from '../../../lib/alerts/receiving/batch-additions.ts'
import { type AlertRule, Digest } from '../../../lib/alerts/rules/alert-settings.ts'
import { destinationKey, destinationsOf } from '../../../lib/alerts/rules/destinations.ts'
import { rulesTo } from '../../../lib/alerts/rules/levels.ts'
import { dueGroups } from '../../../lib/alerts/sending/due-groups.ts'
import type { Group } from '../../../lib/alerts/sending/group.ts'
import { shownNow } from '../../../lib/alerts/sending/shown-now.ts'
import { renderSlack } from '../../../lib/alerts/slack/render.ts'
import { countTexts } from '../../../lib/alerts/wording/counts.ts'
import { english } from '../../../lib/alerts/wording/en.ts'
import { groupMessage } from '../../../lib/alerts/wording/group-message.ts'
import type { Message } from '../../../lib/alerts/wording/message.ts'
import type { AttendanceEvent } from '../../../lib/attendance/events/events.ts'
import { epochMs, hour, minute, utc } from '../../../lib/attendance/moments.ts'
import type { Privacy } from '../../../lib/attendance/rules.ts'
import type { Show } from '../../../lib/routing/where.ts'
import type { Waiting } from '../../../lib/store/deliveries/waiting.ts'
import type { Absence, AbsenceBoundary } from '../../../lib/workforce/contract/absence.ts'
import {
  aClocking,
  aHoliday,
  anId,
  aProfile,
  aSickness,
  aSnapshot,
  rules as attendanceRules,
} from '../../harness/builders.ts'
import { employeePoller } from '../../harness/employee-poller.ts'
import { createDeliveryTable, memoryDeliveryStore } from '../../simulation/ports/delivery-table.ts'
import {
  createNotificationTable,
  memoryFollowerStore,
  memoryNotificationStore,
} from '../../simulation/ports/notifications.ts'
import type { Effect } from '../../simulation/system/process.ts'

/** What one poll shows of somebody: the times of an absence, none, and whether they are in. */
export type Asked = {
  /** How long after the poll before. */
  hours: number
  start: AbsenceBoundary
  end: AbsenceBoundary | null
  isShown: boolean
  isIn: boolean
}

/** An absence of the n-th poll: of these times, and with details that are another each time. */
export type AbsenceAt = (times: Pick<Asked, 'start' | 'end'>, n: number) => Absence

export const holidayOf: AbsenceAt = (times, n) => aHoliday({ ...times, note: `Crete ${n}` })
export const sicknessOf =
  (returns: readonly (string | null)[]): AbsenceAt =>
  (times, n) => {
    const date = returns[n] ?? null
    const estimatedReturn = date === null ? null : { date, time: n % 2 === 0 ? null : '09:00' }
    return aSickness({ ...times, estimatedReturn, reason: { id: n, description: `Cold ${n}` } })
  }

const home = 'Europe/London'
const zones = [home, 'America/Los_Angeles', 'Pacific/Auckland']
const workingDays = ['mon', 'tue', 'wed', 'thu', 'fri'] as const
const begin = epochMs('2026-11-18T07:50:00Z')
const attention = {
  clockingLongerThanHours: 14,
  breakLongerThanMinutes: 60,
  clockedInWhileAbsent: true,
  absenceGraceMinutes: 30,
  returnOverdue: true,
}

/** Three people in three zones: one of whom the polls tell, and two who keep their own absences. */
const staffOf = (privacy: Privacy['absences']) =>
  zones.map((timeZone, index) => {
    const profile = { ...aProfile, givenName: 'A', familyName: `Person${index}` }
    const rules = attendanceRules({
      attention,
      privacy: { ...attendanceRules().privacy, absences: privacy },
    })
    return employeePoller({ employeeId: anId(index + 1), profile, timeZone }, rules)
  })

const shiftOf = (index: number) =>
  aClocking({
    id: anId(index, 1),
    employeeId: anId(index + 1),
    end: null,
    startTimeZone: zones[index] ?? home,
  })
const others = [0, 1, 2].map((index) =>
  aHoliday({ id: anId(index, 3), employeeId: anId(index + 1), end: null }),
)

const bytesOf = (messages: readonly [Message, ...Message[]], counts: readonly string[]): string =>
  JSON.stringify([
    messages.map((message) => renderSlack(message, english)),
    renderMail({ messages, counts }, english, 'Harbour'),
  ])

const messagesOf = (groups: readonly Group[], now: number): string[] => {
  const reading = { now, zone: home }
  const [first, ...rest] = groups.map((group) => groupMessage(group, english, reading))
  if (first === undefined || groups[0] === undefined) return []
  return [bytesOf([first, ...rest], countTexts(groups[0], english, reading))]
}

/** What waits at each destination, told as it is due. */
const destinations = (rules: readonly AlertRule[]) => {
  const waiting = new Map<string, Waiting[]>()
  const said: Record<string, string[]> = {}
  const effect: Effect = async (_service, _name, act) => act()
  const notifications = memoryNotificationStore(createNotificationTable(), effect)
  const followers = memoryFollowerStore(new Map(), effect)
  const deliveries = memoryDeliveryStore(createDeliveryTable(), effect, () => undefined)
  return {
    said,
    take: async (event: AttendanceEvent, now: number): Promise<void> => {
      const onProblem = (_id: string, error: unknown): void => {
        throw error
      }
      const ports = { notifications, followers, deliveries, now: () => now, onProblem }
      const events = [{ id: event.id, event, receives: 1 }]
      const all = new Set(rules.flatMap(destinationsOf).map(destinationKey))
      const routes = { rules, destinations: all, zone: home }
      const wanted = await wantedIn(events, ports, routes, new Set())
      const besides = await additionsIn(wanted, ports, routes, new Set())
      for (const { destination, waiting: thing } of [
        ...wanted.flatMap(({ own }) => own),
        ...besides,
      ]) {
        const others = (waiting.get(destination) ?? []).filter(({ id }) => id !== thing.id)
        waiting.set(destination, [...others, thing])
      }
    },
    tell: (now: number): void => {
      for (const [destination, things] of waiting) {
        const sorted = things.toSorted((a, b) => (a.id < b.id ? -1 : 1))
        const theirs = rulesTo(destination, rules)
        const groups = dueGroups(shownNow(sorted, theirs), theirs, now)
        const told = new Set(groups.flatMap(({ ids }) => ids))
        waiting.set(
          destination,
          sorted.filter(({ id }) => !told.has(id)),
        )
        const lines = messagesOf(groups, now).map((bytes) => `${utc(now)} ${bytes}`)
        said[destination] = [...(said[destination] ?? []), ...lines]
      }
    },
  }
}

/** Every part of a digest. */
export const everyPart = ['off-today', 'in-now', 'open-clockings', 'returning-tomorrow'] as const

const digestAt = (staff: ReturnType<typeof staffOf>, now: number, show: Show): string[] =>
  everyPart.flatMap((part) => {
    const digest = Digest.parse({
      name: 'morning',
      at: '08:30',
      slack: ['office'],
      include: [part],
      skipEmpty: true,
      show,
    })
    const saved = { employees: staff.map(({ state }) => state), shards: [], uncertain: 0 }
    const asking = {
      now,
      zone: home,
      workingDays,
      workday: attendanceRules().workday,
      tooLongHours: 14,
      show,
    }
    const reading = { now, zone: home }
    const fresh = { asOf: now, isStale: false }
    const message = digestMessage(digest, saved, fresh, asking, english, reading)
    return message === null ? [] : [`${part} ${utc(now)} ${bytesOf([message], [])}`]
  })

/** All bytes that each destination hears while polls show these absences, digests included. */
export const heard = async (
  polls: readonly Asked[],
  absenceAt: AbsenceAt,
  rules: readonly AlertRule[],
  privacy: Privacy['absences'],
  show: Show = 'opaque',
): Promise<Record<string, string[]>> => {
  const staff = staffOf(privacy)
  const { said, take, tell } = destinations(rules)
  const digests: string[] = []
  let now = begin
  for (const [n, { hours, isShown, isIn, ...times }] of polls.entries()) {
    now += hours * hour + minute
    for (const [index, person] of staff.entries()) {
      const own = index === 0 ? absenceAt(times, n) : others[index]
      const snapshot = aSnapshot(utc(now), {
        clockings: isIn || index > 0 ? [shiftOf(index)] : [],
        absences: own && (isShown || index > 0) ? [{ ...own, id: anId(index, 3) }] : [],
      })
      for (const event of person.poll(utc(now), snapshot)) await take(event, now)
    }
    tell(now)
    digests.push(...digestAt(staff, now, show))
  }
  tell(now + 2 * hour)
  return { ...said, digests }
}
