import pLimit from 'p-limit'
import type { EpochMs } from '../../attendance/moments.ts'
import { ProblemError, WorkforceError } from '../../workforce/errors.ts'

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

const isThrottlingCommon = (outcomes: Outcome<unknown>[]): boolean => {
  const wellBefore = outcomes.filter(({ isWell }) => isWell)
  const well = wellBefore.length > 0 ? wellBefore : outcomes
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

export type AskingOptions<Employee> = {
  concurrency: number
  machineNow: () => EpochMs
  /** By that clock: no more calls are started after this. */
  until: EpochMs
  /** Whether an employee's failure would tell of the API: who was answered the last time. */
  isWell: (employee: Employee) => boolean
  /** Whether the API fails in other questions: then a few are asked first, and nobody else where all of them fail. */
  isFeared?: boolean
}

/**
 * Asks about employees, several at a time, until all are asked, time is up, or the API as a
 * whole fails or asks to slow down. Who is in none of the lists is left over; whose call time runs
 * out on is held up where they had much of it, so that they are not always before the others.
 * @param employees in the order in which to ask
 */
export const askEmployees = async <Employee, Answer>(
  employees: readonly Employee[],
  ask: (employee: Employee) => Promise<Answer>,
  { concurrency, machineNow, until, isWell, isFeared = false }: AskingOptions<Employee>,
): Promise<Answers<Employee, Answer>> => {
  const known: Outcome<Answer>[] = []
  const began = machineNow()
  let isOver = false
  const isSlow = (begun: EpochMs): boolean =>
    machineNow() - begun > shareOfTheSlow * (machineNow() - began)
  const inFlight = pLimit(concurrency)
  const askOne = async (employee: Employee) => {
    const begun = machineNow()
    if (isOver || begun >= until) return null
    const outcome = await caught(() => ask(employee), isWell(employee))
    if (isFailed(outcome) && outcome.error.kind === 'deadline') {
      isOver = true
      return isSlow(begun) ? 'slow' : null
    }
    known.push(outcome)
    if (isFailed(outcome)) isOver ||= isBroken(known) || isRefusal(outcome.error)
    isOver ||= isThrottled(outcome) && isThrottlingCommon(known)
    return outcome
  }
  const first = isFeared ? several : 0
  const outcomes = await inFlight.map(employees.slice(0, first), askOne)
  isOver ||= haveAllFailed(known)
  outcomes.push(...(await inFlight.map(employees.slice(first), askOne)))
  const outage = outageIn(known)
  if (outage !== null) {
    const tried = employees.filter((_, index) => outcomes[index] != null)
    const isOrderOfUse = !outage.isTotal && tried.length < employees.length
    return { kind: 'outage', ...outage, tried: isOrderOfUse ? tried : [] }
  }
  const isCommon = isThrottlingCommon(known)
  const mostFail = doMostFail(known)
  const isAsMostFail = ({ error }: Failed): boolean =>
    error.kind === 'throttled' ? isCommon : mostFail && !(error instanceof ProblemError)
  const isHeldUp = (failed: Failed): boolean => lacksToken(failed) || isAsMostFail(failed)
  const slow = employees.filter((_, index) => outcomes[index] === 'slow')
  const asked = employees.flatMap((of, index) => {
    const outcome = outcomes[index]
    return outcome == null || outcome === 'slow' ? [] : [{ of, outcome }]
  })
  return {
    kind: 'answered',
    answers: asked.flatMap(({ of, outcome }) =>
      isFailed(outcome) ? [] : [{ of, answer: outcome.answer }],
    ),
    failures: asked.flatMap(({ of, outcome }) =>
      isFailed(outcome) && !isHeldUp(outcome) ? [{ of, error: outcome.error }] : [],
    ),
    heldUp: [
      ...slow,
      ...asked.flatMap(({ of, outcome }) => (isFailed(outcome) && isHeldUp(outcome) ? [of] : [])),
    ],
    haveMostFailed: mostFail,
  }
}
