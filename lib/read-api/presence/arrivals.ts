import { type EpochMs, epochMs } from '../../attendance/moments.ts'

const joining = 'attendance.employee-joined'
const leaving = 'attendance.employee-left'

type OfRoster = { type: string; subject: string; sequence: string; time: string }

/** Who was not on the roster at a moment, by what was said of it since. */
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
    /** Whether somebody came onto it only after the moment. */
    hasJoined: (subject: string): boolean => first.get(subject)?.isJoining === true,
    /** Whether somebody left it only after the moment. */
    hasLeft: (subject: string): boolean => first.get(subject)?.isJoining === false,
  }
}
