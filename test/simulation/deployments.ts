import type { AlertRule } from '../../lib/alerts/rules/alert-settings.ts'
import type { QuietHours } from '../../lib/attendance/quiet-hours.ts'
import type { Rests } from '../../lib/attendance/resting.ts'
import type { AttendanceRules } from '../../lib/attendance/rules.ts'
import type { Draws } from '../../local/workforce-service/organisation/random.ts'
import { rules } from '../harness/builders.ts'
import { hour } from './oracle/moments.ts'

/** The settings of one deployment. */
export type Deployment = {
  rules: AttendanceRules
  lookbackHours: number
  absencesEverySeconds: number
  removalAfterMinutes: number
  shardSize: number
  concurrentPolls: number
  concurrentCalls: number
  requestsPerSecond: number
  clockingsEverySeconds: number
  dispatchEverySeconds: number
  rosterEverySeconds: number
  alerts: AlertRule[]
  /** How rarely who rests is asked, in seconds, until the end of the run. */
  rest: Rests
  /** When shards are polled more rarely, every day, until the end of the run. */
  quietHours?: QuietHours
  /** Events that go to the topic in a second at most, all together; null where nothing bounds them. */
  messagesPerSecond: number | null
}

const attention: readonly [AttendanceRules['attention'], ...AttendanceRules['attention'][]] = [
  rules().attention,
  {
    clockingLongerThanHours: 8,
    breakLongerThanMinutes: 30,
    clockedInWhileAbsent: true,
    absenceGraceMinutes: 0,
    returnOverdue: true,
  },
]

const aPrivacy = (draws: Draws): AttendanceRules['privacy'] => ({
  absences: draws.pick(['opaque', 'category', 'category', 'full']),
  notes: draws.chance(0.3),
  emails: draws.chance(0.2),
  payrollNumbers: draws.chance(0.2),
})

export type Polling = Omit<
  Deployment,
  'alerts' | 'requestsPerSecond' | 'rest' | 'quietHours' | 'messagesPerSecond'
>

/** So long a version of what alerts people may take over, run by run. */
export const takesOver = 3 * hour

/** How many polls run at once. */
export const concurrentPolls = 2

/** How often a long run asks: a few times a day. */
const sparse = { dispatch: 6 * 3_600, roster: 12 * 3_600 }

export const aDeployment = (
  draws: Draws,
  homeZone: string,
  lookbackHours: number,
  isLong: boolean,
): Polling => {
  const usual = draws.pick([1_200, 1_800, 3_600, 7_200, 7_200])
  const dispatchEverySeconds = isLong ? sparse.dispatch : usual
  return {
    rules: rules({
      workday: { timeZone: homeZone, midday: '12:30' },
      attention: draws.pick(attention),
      privacy: aPrivacy(draws),
      baseline: draws.pick(['silent', 'announce']),
    }),
    lookbackHours,
    absencesEverySeconds: draws.pick([900, 1_800, 3_600]),
    removalAfterMinutes: 10,
    shardSize: draws.pick([4, 8, 250, 250]),
    concurrentPolls,
    concurrentCalls: draws.pick([1, 4, 8]),
    dispatchEverySeconds,
    clockingsEverySeconds:
      dispatchEverySeconds / (draws.chance(0.2) && dispatchEverySeconds <= 1_800 ? 2 : 1),
    rosterEverySeconds: isLong ? sparse.roster : draws.pick([3_600, 4 * 3_600]),
  }
}

/** Usual hours are known after a day: a run lasts three. */
const usualWeeks = 1 / 7

/**
 * Three seeds of eleven let people rest, for about as long as a few polls take; one of them by their usual hours,
 * where polls are not too few to see any.
 */
export const aRest = (
  seed: number,
  draws: Draws,
  { dispatchEverySeconds }: Polling,
  isLong: boolean,
): Rests => {
  const isByUsualHours = seed % 11 === 7 && !isLong
  if (seed % 11 !== 0 && seed % 11 !== 8 && !isByUsualHours) return {}
  const seconds = draws.pick([1.5, 2.5, 4]) * dispatchEverySeconds
  if (isByUsualHours) {
    const far = { farEverySeconds: seconds, usualWeeks }
    // Not every turn of the longest rest is one of the others.
    return draws.pick<Rests>([
      far,
      { ...far, idleEverySeconds: seconds / 1.6 },
      { ...far, awayEverySeconds: seconds * 1.6 },
    ])
  }
  return draws.pick<Rests>([
    { idleEverySeconds: seconds },
    { awayEverySeconds: seconds },
    { idleEverySeconds: seconds, awayEverySeconds: seconds / 2 },
  ])
}

/** One seed of eleven polls more rarely for some hours of the day, or of the night. */
export const someQuietHours = (
  seed: number,
  draws: Draws,
  { dispatchEverySeconds, rules: { workday } }: Polling,
): Pick<Deployment, 'quietHours'> => {
  if (seed % 11 !== 4) return {}
  const times = draws.pick<Pick<QuietHours, 'from' | 'until'>>([
    { from: '22:00', until: '06:00' },
    { from: '00:00', until: '05:30' },
    { from: '11:30', until: '15:00' },
  ])
  const everySeconds = draws.pick([1.5, 2.5, 4]) * dispatchEverySeconds
  return { quietHours: { ...times, everySeconds, timeZone: workday.timeZone } }
}

/** Two seeds of 22 publish no faster than so many events a second. */
export const aPublishingRate = (seed: number, draws: Draws): number | null =>
  seed % 22 === 17 || seed % 22 === 19 ? draws.pick([15, 30, 60]) : null

/** A later deployment of the same environment: what may be changed was changed. */
export const redeployed = (before: Polling, draws: Draws, isLong: boolean): Polling => ({
  ...aDeployment(draws, before.rules.workday.timeZone, draws.pick([4, 12, 24]), isLong),
  rules: {
    ...before.rules,
    privacy: aPrivacy(draws),
    attention: draws.pick(attention),
  },
})
