import type { EpochMs } from '../../attendance/moments.ts'
import { ProblemError, WorkforceError } from '../../workforce/errors.ts'
import { askInPlaces, type InFlight } from './places.ts'
import {
  doMostFail,
  type Failed,
  haveAllFailed,
  isBroken,
  isFailed,
  isRefusal,
  isThrottled,
  isThrottlingCommon,
  isUnsent,
  lacksToken,
  outageIn,
  type QuestionOutcome,
  several,
} from './telling.ts'

/** The API fails for everybody: nothing that it said is believed. */
export type Outage<Employee> = {
  kind: 'outage'
  reason: string
  /** Whether no other call can succeed either. */
  isTotal: boolean
  /** Who was asked in vain, or had much of the time, so that others are to be asked before them; nobody where all were. */
  tried: Employee[]
}

/** What came of asking about a shard's employees. */
export type Answers<Employee, Answer> =
  | {
      kind: 'answered'
      answers: { of: Employee; answer: Answer }[]
      /** Employees who could not be asked, for a reason of their own. */
      failures: { of: Employee; error: WorkforceError }[]
      /**
       * Employees who were throttled as everyone else was, whose call the API failed as it failed most, for
       * whom no token could be had, or who took so long that time was up.
       */
      heldUp: Employee[]
      /** Whether most calls failed: then it is the API that fails, for some. */
      haveMostFailed: boolean
    }
  | Outage<Employee>

const caught = async <Answer>(
  ask: () => Promise<Answer>,
  isWell: boolean,
): Promise<QuestionOutcome<Answer>> => {
  try {
    return { isWell, answer: await ask() }
  } catch (error) {
    if (error instanceof WorkforceError) return { isWell, error }
    throw error
  }
}

/** Who had so much of the time for calls, and is not answered when it is up, is slow. */
const shareOfTheSlow = 1 / 3

/** What came of one for whom time was up: they were slow, or had hardly begun. */
type TimeUp = { isSlow: boolean; error: WorkforceError }

const isTimeUp = <Answer>(outcome: QuestionOutcome<Answer> | TimeUp): outcome is TimeUp =>
  'isSlow' in outcome

export type AskingOptions<Employee> = {
  places: InFlight
  machineNow: () => EpochMs
  /** Waits by that clock. */
  wait: (milliseconds: number, signal: AbortSignal) => Promise<void>
  /** By that clock: no more calls are started after this. */
  until: EpochMs
  /** Whether an employee's failure would tell of the API: who was answered the last time. */
  isWell: (employee: Employee) => boolean
  /** Whether hardly anybody of the shard was: then it is told by all whether the API throttles everyone. */
  wereMostFailing?: boolean
  /** Whether the API fails in other questions: then a few are asked first, and nobody else where all of them fail. */
  isFeared?: boolean
}

/**
 * Asks about employees, several at a time, until all are asked, time is up, or the API as a
 * whole fails or asks to slow down. Who is in none of the lists is left over; whose call time runs
 * out on is held up where they had much of it, so that they are not always before the others; where that
 * is the second time in a row, and others are answered, it is a failure of their own.
 * @param employees in the order in which to ask
 */
export const askEmployees = async <Employee, Answer>(
  employees: readonly Employee[],
  ask: (employee: Employee) => Promise<Answer>,
  options: AskingOptions<Employee>,
): Promise<Answers<Employee, Answer>> => {
  const { places, machineNow, wait, until, isWell, isFeared = false } = options
  const { wereMostFailing = false } = options
  const known: QuestionOutcome<Answer>[] = []
  const began = machineNow()
  let isOver = false
  let wasPaused = false
  const isSlow = (begun: EpochMs): boolean =>
    machineNow() - begun > shareOfTheSlow * (machineNow() - began)
  const askAll = (some: readonly Employee[]) =>
    askInPlaces(some, askOne, places, { machineNow, wait })
  const askOne = async (employee: Employee) => {
    const begun = machineNow()
    if (isOver || begun >= until) return null
    const outcome = await caught(() => ask(employee), isWell(employee))
    if (isFailed(outcome) && outcome.error.kind === 'deadline') {
      isOver = true
      return { isSlow: isSlow(begun), error: outcome.error }
    }
    if (isFailed(outcome) && isUnsent(outcome)) {
      isOver = true
      wasPaused = true
      return null
    }
    known.push(outcome)
    if (isFailed(outcome)) isOver ||= isBroken(known) || isRefusal(outcome.error)
    isOver ||= isThrottled(outcome) && isThrottlingCommon(known, wereMostFailing)
    return outcome
  }
  const first = isFeared ? several : 0
  const outcomes = await askAll(employees.slice(0, first))
  isOver ||= haveAllFailed(known)
  outcomes.push(...(await askAll(employees.slice(first))))
  const asked = employees.flatMap((of, index) => {
    const outcome = outcomes[index] ?? null
    return outcome === null || (isTimeUp(outcome) && !outcome.isSlow) ? [] : [{ of, outcome }]
  })
  const outage = outageIn(known)
  if (outage !== null) {
    const isOrderOfUse = !outage.isTotal && asked.length < employees.length
    return { kind: 'outage', ...outage, tried: isOrderOfUse ? asked.map(({ of }) => of) : [] }
  }
  const isCommon = wasPaused || isThrottlingCommon(known, wereMostFailing)
  const mostFail = doMostFail(known)
  const isAsMostFail = ({ error }: Failed): boolean =>
    error.kind === 'throttled' ? isCommon : mostFail && !(error instanceof ProblemError)
  const isHeldUp = (failed: Failed): boolean => lacksToken(failed) || isAsMostFail(failed)
  const answers = asked.flatMap(({ of, outcome }) =>
    'answer' in outcome ? [{ of, answer: outcome.answer }] : [],
  )
  const slow = asked.filter(({ outcome }) => isTimeUp(outcome))
  const areFewSlow = answers.length > slow.length
  const isOwn = (of: Employee, outcome: Failed | TimeUp): boolean =>
    isTimeUp(outcome) ? areFewSlow && !isWell(of) : !isHeldUp(outcome)
  const failed = asked.flatMap(({ of, outcome }) =>
    'error' in outcome ? [{ of, error: outcome.error, isOwn: isOwn(of, outcome) }] : [],
  )
  return {
    kind: 'answered',
    answers,
    failures: failed.flatMap(({ of, error, isOwn }) => (isOwn ? [{ of, error }] : [])),
    heldUp: failed.flatMap(({ of, isOwn }) => (isOwn ? [] : [of])),
    haveMostFailed: mostFail,
  }
}
