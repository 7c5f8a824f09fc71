import type { BatchResultErrorEntry } from '@aws-sdk/client-sqs'

/** An event that a queue does not take for what it is, and why, in a few words that say nothing of what it tells. */
export type Refusal = { id: string; reason: string }

/** What is said to be the sender's fault and is no event's: who may send, whether the queue is there, its key, its pace. */
const isOfTheQueue = /denied|access|auth|security|kms|nonexist|notexist|deleted|throttl|overlimit/i

/** Whether a queue refuses one event of a batch for what it is: others may be taken, and this one never will. */
export const isForWhatItIs = ({ SenderFault = false, Code = '' }: BatchResultErrorEntry): boolean =>
  SenderFault && !isOfTheQueue.test(Code)

/** By these SQS refuses all of a request for what is in it. */
const ofTheRequest = ['BatchRequestTooLong', 'InvalidMessageContents']

/** Why a request was refused for what is in it; null where it failed for anything else. */
export const refusedRequest = (error: unknown): BatchResultErrorEntry | null => {
  if (!(error instanceof Error)) return null
  const Code = error.name.split('.').at(-1) ?? ''
  if (!ofTheRequest.includes(Code)) return null
  return { Id: undefined, Code, SenderFault: true, Message: error.message }
}

/** SQS may quote what it refuses before it says why. */
export const reasonOf = ({ Code = 'refused', Message = '' }: BatchResultErrorEntry): string => {
  const [, why] = /Reason: (.{1,200})/.exec(Message) ?? []
  return why === undefined ? Code : `${Code}: ${why}`
}
