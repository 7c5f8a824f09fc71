import { type EpochMs, epochMs } from '../../attendance/moments.ts'

const joining = 'attendance.employee-joined'
const leaving = 'attendance.employee-left'

type OfRoster = { type: string; subject: string; sequence: string; time: string }

/** Who came onto the roster after a moment, and had not left it since: they were not on it then. */
export const arrivalsAfter = (at: EpochMs) => {
  /** Of each person, the first that is said of it after the moment. */
  const first = new Map<string, { sequence: string; isJoining: boolean }>()
  return {
    take: ({ type, subject, sequence, time }: OfRoster): void => {
      if ((type !== joining && type !== leaving) || epochMs(time) <= at) return
      const known = first.get(subject)
      if (known === undefined || sequence < known.sequence)
        first.set(subject, { sequence, isJoining: type === joining })
    },
    has: (subject: string): boolean => first.get(subject)?.isJoining === true,
  }
}
