import { ProblemError, ThrottledError, type WorkforceError } from '../../workforce/errors.ts'

/** What the answers about some tell of the API itself. */

/** What came of asking about somebody. */
export type QuestionOutcome<Answer> = { isWell: boolean } & (
  | { answer: Answer }
  | { error: WorkforceError }
)
export type Failed = Extract<QuestionOutcome<unknown>, { error: WorkforceError }>

export const isFailed = (outcome: QuestionOutcome<unknown>): outcome is Failed => 'error' in outcome

/**
 * A failure after which no call of this poll can succeed. A token that is refused is not: it may
 * be for one employee alone, and where it is for all, most calls fail.
 */
export const isRefusal = ({ kind }: WorkforceError): boolean => kind === 'credentials-refused'

/** Without a token nobody can be asked: that it cannot be had is no failure of whom it was wanted for. */
export const lacksToken = ({ error }: Failed): boolean => error.operation === 'token'

export const isThrottled = (outcome: QuestionOutcome<unknown>): boolean =>
  isFailed(outcome) && outcome.error.kind === 'throttled'

/** Throttling is common where it met so many of the last so many: only then the poll stops. */
const throttling = { among: 10, common: 5 }

/** Whether the API throttles everyone: as those say who were well before, or where hardly anybody was, all. */
export const isThrottlingCommon = (
  outcomes: QuestionOutcome<unknown>[],
  wereMostFailing: boolean,
): boolean => {
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
const telling = (outcomes: QuestionOutcome<unknown>[]): QuestionOutcome<unknown>[] =>
  outcomes.filter((each) => each.isWell && !isThrottled(each))

export const isBroken = (outcomes: QuestionOutcome<unknown>[]): boolean => {
  const last = telling(outcomes).slice(-breaker)
  return last.length === breaker && last.every(isFailed)
}

export const haveAllFailed = (outcomes: QuestionOutcome<unknown>[]): boolean => {
  const all = telling(outcomes)
  return all.length > 0 && all.every(isFailed)
}

/** Where so many are refused, and nobody is answered, it is not each one's own affair. */
export const several = 3

/** Whether it is hardly the people: of ten or more, more than half fail. */
export const doMostFail = (outcomes: QuestionOutcome<unknown>[]): boolean => {
  const all = telling(outcomes)
  return all.length >= breaker && all.filter(isFailed).length > all.length / 2
}

/** How the API as a whole fails, or null: where anybody is answered, it does not. */
export const outageIn = (
  outcomes: QuestionOutcome<unknown>[],
): { reason: string; isTotal: boolean } | null => {
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

/** Whether a request was never sent, since the API asked all to wait. */
export const isUnsent = (outcome: Failed): boolean =>
  outcome.error instanceof ThrottledError && !outcome.error.wasSent
