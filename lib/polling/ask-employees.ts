import pLimit from 'p-limit'
import { WorkforceError } from '../workforce/errors.ts'

/** What came of asking about a shard's employees. */
export type Answers<Employee, Answer> =
  | {
      kind: 'answered'
      answers: { of: Employee; answer: Answer }[]
      /** Employees who could not be asked, for a reason of their own. */
      failures: { of: Employee; error: WorkforceError }[]
      /** How many were asked without a gap, from the front; the rest is left over. */
      asked: number
    }
  /** The whole API fails: nothing that it said is believed. */
  | { kind: 'outage'; reason: string }

type Outcome<Answer> = { answer: Answer } | { error: WorkforceError }

/** Failures of the API itself, as opposed to refusals that concern one employee. */
const isTrouble = (error: WorkforceError): boolean =>
  error.kind === 'transport' || error.kind === 'server' || error.kind === 'malformed-answer'

/** Failures after which no call of this poll can succeed. */
const isRefusal = (error: WorkforceError): boolean =>
  error.kind === 'credentials-refused' || error.kind === 'token-refused'

/** Failures that end a poll early: the API or the clock asks to stop. */
const isStop = (error: WorkforceError): boolean =>
  error.kind === 'throttled' || error.kind === 'deadline'

/** The breaker opens once this many have been asked and more than half of them failed. */
const breakerMinimum = 10

const doMostFail = (outcomes: Outcome<unknown>[]): boolean =>
  outcomes.filter((each) => 'error' in each && isTrouble(each.error)).length > outcomes.length / 2

/** Why nothing of what was answered is believed, or null. */
const outageIn = (outcomes: Outcome<unknown>[]): string | null => {
  const refusal = outcomes.find((each) => 'error' in each && isRefusal(each.error))
  if (refusal !== undefined && 'error' in refusal) return refusal.error.kind
  if (doMostFail(outcomes)) return 'most calls fail'
  const isOneAnswered = outcomes.some((each) => 'answer' in each)
  return outcomes.length > 0 && !isOneAnswered ? 'every call fails' : null
}

const caught = async <Answer>(ask: () => Promise<Answer>): Promise<Outcome<Answer>> => {
  try {
    return { answer: await ask() }
  } catch (error) {
    if (error instanceof WorkforceError) return { error }
    throw error
  }
}

/**
 * Asks about employees, several at a time, until all are asked, time is up, or the API as a
 * whole fails.
 * @param employees in the order in which to ask
 * @param isTimeUp whether no more calls should be started
 */
export const askEmployees = async <Employee, Answer>(
  employees: readonly Employee[],
  ask: (employee: Employee) => Promise<Answer>,
  { concurrency, isTimeUp }: { concurrency: number; isTimeUp: () => boolean },
): Promise<Answers<Employee, Answer>> => {
  const known: Outcome<Answer>[] = []
  let isOver = false
  const outcomes = await pLimit(concurrency).map(employees, async (employee) => {
    if (isOver || isTimeUp()) return null
    const outcome = await caught(() => ask(employee))
    known.push(outcome)
    if ('error' in outcome)
      isOver ||=
        isStop(outcome.error) ||
        isRefusal(outcome.error) ||
        (known.length >= breakerMinimum && doMostFail(known))
    return 'error' in outcome && isStop(outcome.error) ? null : outcome
  })
  const stopped = outcomes.indexOf(null)
  const asked = stopped === -1 ? employees.length : stopped
  const reason = outageIn(outcomes.filter((each) => each !== null))
  if (reason !== null) return { kind: 'outage', reason }
  return {
    kind: 'answered',
    asked,
    answers: employees.flatMap((of, index) => {
      const outcome = outcomes[index]
      return outcome && 'answer' in outcome ? [{ of, answer: outcome.answer }] : []
    }),
    failures: employees.flatMap((of, index) => {
      const outcome = outcomes[index]
      return outcome && 'error' in outcome ? [{ of, error: outcome.error }] : []
    }),
  }
}
