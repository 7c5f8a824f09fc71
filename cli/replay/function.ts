import { InvokeCommand, type LambdaClient, ResourceNotFoundException } from '@aws-sdk/client-lambda'
import type { Names } from '../../infra/names.ts'
import type { ReplayAnswer, ReplayInvocation } from '../../lib/replays/replay-events-function.ts'
import type { ReplayProgress } from '../../lib/store/events/replay-record.ts'
import { OperatorError } from '../or-one-line.ts'

/** Asks `replay-events` for something. @throws {OperatorError} where it cannot be done */
export type AskForReplay = (invocation: ReplayInvocation) => Promise<ReplayProgress>

/** What the function answered. @throws {OperatorError} where it refused */
export const progressIn = (answer: unknown): ReplayProgress => {
  const told = answer as ReplayAnswer
  if ('refused' in told) throw new OperatorError(`Refused: ${told.refused}`)
  return told.progress
}

/** Asks the function of an environment. */
export const askThrough =
  (lambda: Pick<LambdaClient, 'send'>, names: Names): AskForReplay =>
  async (invocation) => {
    const FunctionName = names.live('replay-events')
    const command = new InvokeCommand({ FunctionName, Payload: JSON.stringify(invocation) })
    const { FunctionError, Payload } = await lambda.send(command).catch((error: unknown) => {
      if (!(error instanceof ResourceNotFoundException)) throw error
      throw new OperatorError(
        `${FunctionName} is not there: deploy ${names.stack}, with eventLogDays above 0`,
      )
    })
    if (FunctionError !== undefined)
      throw new OperatorError(
        `${FunctionName} fails: \`aws logs tail ${names.logGroup('replay-events')} --since 10m\` has its error. What was sent is noted`,
      )
    return progressIn(JSON.parse(Buffer.from(Payload ?? []).toString('utf8')))
  }
