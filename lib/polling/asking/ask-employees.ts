import pLimit from 'p-limit'
import type { EpochMs } from '../../attendance/moments.ts'
import { ProblemError, ThrottledError, WorkforceError } from '../../workforce/errors.ts'

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

type Outcome<Answer> = { isWell: boolean } & ({ answer: Answer } | { error: WorkforceError })
type Failed = Extract<Outcome<unknown>, { error: WorkforceError }>

const isFailed = (outcome: Outcome<unknown>): outcome is Failed => 'error' in outcome

/**
 * A failure after which no call of this poll can succeed. A token that is refused is not: it may
 * be for one employee alone, and where it is for all, most calls fail.
 */
const isRefusal = ({ kind }: WorkforceError): boolean => kind === 'credentials-refused'

/** Without a token nobody can be asked: that it cannot be had is no failure of whom it was wanted for. */
const lacksToken = ({ error }: Failed): boolean => error.operation === 'token'

const isThrottled = (outcome: Outcome<unknown>): boolean =>
  isFailed(outcome) && outcome.error.kind === 'throttled'

/** Throttling is common where it met so many of the last so many: only then the poll stops. */
const throttling = { among: 10, common: 5 }

/** Whether the API throttles everyone: as those say who were well before, or where hardly anybody was, all. */
const isThrottlingCommon = (outcomes: Outcome<unknown>[], wereMostFailing: boolean): boolean => {
  const well = outcomes.filter(({ isWell }) => isWell || wereMostFailing)
  const throttled = well.slice(-throttling.among).filter(isThrottled).length
  return throttled >= throttling.common || (throttled > 1 && throttled === well.length)
}

/** Of so many who were well before, one after the other, nobody answered: then nobody else is asked. */
const breaker = 10

/**
 * What tells how the API does: who keeps failing says nothing of the others, and throttling has rules
 * of its own.
 */
const telling = (outcomes: Outcome<unknown>[]): Outcome<unknown>[] =>
  outcomes.filter((each) => each.isWell && !isThrottled(each))

const isBroken = (outcomes: Outcome<unknown>[]): boolean => {
  const last = telling(outcomes).slice(-breaker)
  return last.length === breaker && last.every(isFailed)
}

const haveAllFailed = (outcomes: Outcome<unknown>[]): boolean => {
  const all = telling(outcomes)
  return all.length > 0 && all.every(isFailed)
}

/** Where so many are refused, and nobody is answered, it is not each one's own affair. */
const several = 3

/** Whether it is hardly the people: of ten or more, more than half fail. */
const doMostFail = (outcomes: Outcome<unknown>[]): boolean => {
  const all = telling(outcomes)
  return all.length >= breaker && all.filter(isFailed).length > all.length / 2
}

/** How the API as a whole fails, or null: where anybody is answered, it does not. */
const outageIn = (
  outcomes: Outcome<unknown>[],
): Pick<Outage<unknown>, 'reason' | 'isTotal'> | null => {
  const of = (reason: string, isTotal: boolean) => ({ reason, isTotal })
  const refusal = outcomes.filter(isFailed).find(({ error }) => isRefusal(error))
  if (refusal !== undefined) return of(refusal.error.kind, true)
  if (outcomes.some((each) => !isFailed(each))) return null
  const areTokensLacking = outcomes.filter(isFailed).some(lacksToken)
  if (doMostFail(outcomes)) return of('most calls fail', areTokensLacking)
  if (areTokensLacking) return of('no token can be had', true)
  const failed = telling(outcomes).filter(isFailed)
  const isTrouble = failed.some(({ error }) => !(error instanceof ProblemError))
  return isTrouble || failed.length >= several ? of('every call fails', false) : null
}

const caught = async <Answer>(
  ask: () => Promise<Answer>,
  isWell: boolean,
): Promise<Outcome<Answer>> => {
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

const isTimeUp = <Answer>(outcome: Outcome<Answer> | TimeUp): outcome is TimeUp =>
  'isSlow' in outcome

/** Whether a request was never sent, since the API asked all to wait. */
const isUnsent = (outcome: Failed): boolean =>
  outcome.error instanceof ThrottledError && !outcome.error.wasSent

export type AskingOptions<Employee> = {
  concurrency: number
  machineNow: () => EpochMs
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
  const { concurrency, machineNow, until, isWell, isFeared = false } = options
  const { wereMostFailing = false } = options
  const known: Outcome<Answer>[] = []
  const began = machineNow()
  let isOver = false
  let wasPaused = false
  const isSlow = (begun: EpochMs): boolean =>
    machineNow() - begun > shareOfTheSlow * (machineNow() - began)
  const inFlight = pLimit(concurrency)
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
  const outcomes = await inFlight.map(employees.slice(0, first), askOne)
  isOver ||= haveAllFailed(known)
  outcomes.push(...(await inFlight.map(employees.slice(first), askOne)))
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
