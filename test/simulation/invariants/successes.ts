import { type EpochMs, hour } from '../../../lib/attendance/moments.ts'
import type { Answer } from '../ports/workforce-api.ts'
import type { Observed, Poll } from '../system/observed.ts'

/** One employee's part in a poll that went well for them. */
export type Success = {
  employeeId: string
  poll: Poll
  now: EpochMs
  /** When the API was read. */
  from: EpochMs
  to: EpochMs
  /** Records that the answers lacked or gave broken. */
  hidden: ReadonlySet<string>
  /** Whether absences were read. */
  absences: boolean
  /** What ended before this was out of sight, at this poll or an earlier one. */
  floor: EpochMs
}

const isGood = ({ outcome }: Poll): boolean =>
  outcome.kind === 'done' &&
  outcome.value.kind === 'polled' &&
  outcome.value.tellings.overtaken === 0 &&
  outcome.value.tellings.blocked === 0

const failedIn = ({ outcome }: Poll): ReadonlySet<string> =>
  new Set(
    outcome.kind === 'done' && outcome.value.kind === 'polled'
      ? [...outcome.value.failures, ...outcome.value.unsaved].map(({ employeeId }) => employeeId)
      : [],
  )

const answersByPoll = (answers: readonly Answer[]): Map<string, Map<string, Answer[]>> => {
  const grouped = new Map<string, Map<string, Answer[]>>()
  for (const answer of answers) {
    if (answer.employeeId === null) continue
    const ofPoll = grouped.get(answer.process) ?? new Map<string, Answer[]>()
    grouped.set(answer.process, ofPoll)
    ofPoll.set(answer.employeeId, [...(ofPoll.get(answer.employeeId) ?? []), answer])
  }
  return grouped
}

/** Every part of a poll that went well, in the order in which the polls ended. */
export const successesOf = (observed: Observed): Success[] => {
  const grouped = answersByPoll(observed.answers)
  let floor = Number.NEGATIVE_INFINITY
  return observed.polls.flatMap((poll): Success[] => {
    const { now, deployment } = poll
    if (now === null) return []
    floor = Math.max(floor, now - deployment.lookbackHours * hour)
    if (!isGood(poll)) return []
    const failed = failedIn(poll)
    return [...(grouped.get(poll.process) ?? [])].flatMap(([employeeId, answers]) =>
      failed.has(employeeId) || !answers.every(({ isComplete }) => isComplete)
        ? []
        : [
            {
              employeeId,
              poll,
              now,
              floor,
              from: Math.min(...answers.map(({ from }) => from)),
              to: Math.max(...answers.map(({ to }) => to)),
              hidden: new Set(answers.flatMap(({ hidden }) => [...hidden])),
              absences: answers.some(({ operation }) => operation === 'absences'),
            },
          ],
    )
  })
}
