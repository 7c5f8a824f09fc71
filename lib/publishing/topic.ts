import { PublishBatchCommand, type PublishBatchCommandOutput } from '@aws-sdk/client-sns'
import { noTurn, type Publication, type Publish, type TopicMessage } from './publication.ts'

/** What publishing needs of an SNS client. */
export type BatchPublisher = {
  send: (
    command: PublishBatchCommand,
    options?: { abortSignal: AbortSignal },
  ) => Promise<Pick<PublishBatchCommandOutput, 'Successful' | 'Failed'>>
}

/** The limits of one `PublishBatch`. */
export const maxEntries = 10
const maxBytes = 250_000
/** An SNS that answers a byte at a time is given up on after so many milliseconds. */
const longest = 15_000

/** Ends what takes longer than so many milliseconds. */
export const timeLimit = (within = longest): AbortSignal =>
  AbortSignal.timeout(Math.ceil(Math.max(0, Math.min(within, longest))))

/** Sends so many messages when it is their turn. @returns null where that does not come in time */
export type InTurn = <T>(
  messages: number,
  send: (abortSignal: AbortSignal) => Promise<T>,
) => Promise<T | null>

/** How fast a publisher may send (docs/decisions/publishing-rate.md). */
export type PublishingPace = {
  /** So many messages go out at once, at most. */
  batch: number
  /** @param within milliseconds after which no turn is worth waiting for */
  inTurn: (within?: number) => InTurn
}

/** As fast as can be. */
const unpaced: PublishingPace = {
  batch: maxEntries,
  inTurn: (within) => {
    const abortSignal = timeLimit(within)
    return (_messages, send) => send(abortSignal)
  },
}

const bytesOf = ({ message, attributes }: TopicMessage): number =>
  Buffer.byteLength(message) + Buffer.byteLength(JSON.stringify(attributes)) + 100

/**
 * The entries in order, in as few batches as the limits of `PublishBatch` allow.
 * @param most entries of one
 */
export const batches = <Message extends TopicMessage>(
  entries: readonly Message[],
  most = maxEntries,
): Message[][] => {
  const all: Message[][] = []
  let bytes = 0
  for (const entry of entries) {
    const current = all.at(-1)
    const size = bytesOf(entry)
    if (current === undefined || current.length === most || bytes + size > maxBytes) {
      all.push([entry])
      bytes = size
    } else {
      current.push(entry)
      bytes += size
    }
  }
  return all
}

/** A message's attributes as SNS takes them, for filter policies. */
export const messageAttributes = (attributes: TopicMessage['attributes']) =>
  Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [
      name,
      { DataType: 'String', StringValue: value },
    ]),
  )

const command = (topicArn: string, batch: TopicMessage[]) =>
  new PublishBatchCommand({
    TopicArn: topicArn,
    PublishBatchRequestEntries: batch.map(({ message, attributes }, index) => ({
      Id: String(index),
      Message: message,
      MessageAttributes: messageAttributes(attributes),
    })),
  })

/** What became of one batch: the ids that were taken, and by id why others were not. */
type BatchOutcome = { taken: string[]; failures: ReadonlyMap<string, string | undefined> }

/** Whether it is what was sent that is refused, as opposed to whoever sends it, or everything. */
export const isOfWhatWasSent = ({ name }: Error): boolean =>
  /^(Invalid(Parameter|Attribute)|ParameterValueInvalid|Validation|BatchRequestTooLong|RequestEntityTooLarge)/.test(
    name,
  )

/** Somebody's word for whatever was thrown. */
export const failureOf = (error: unknown): string =>
  error instanceof Error ? error.name : 'unknown'

/** Whether it was time that ran out. */
export const isTimeOut = (failure: string): boolean => /\b(Timeout|Abort)Error$/.test(failure)

/** After so many of one employee's events are refused for what they are, the rest of theirs waits for the next call. */
const mostRefusals = 3

/**
 * Publishes batch by batch, in order; after one that is not answered, or has no turn, nothing more is tried. Of
 * a batch that is refused for what is in it each is tried alone, so that one holds up no other; of whoever has many
 * such not all are, so that they do not take the time of others.
 * @param send sends one batch. @throws where all of it failed
 * @param marked how a failure is named
 */
export const publishInBatches =
  <Message extends TopicMessage>(
    send: (batch: Message[], abortSignal: AbortSignal) => Promise<BatchOutcome>,
    marked: (failure: string) => string = (failure) => failure,
    pace: PublishingPace = unpaced,
  ): Publish<Message> =>
  async (entries, within, { onTaken } = {}) => {
    const inTurn = pace.inTurn(within)
    const acknowledged = new Set<string>()
    const failures = new Map<string, string>()
    let hasAnswered = false
    /** All that is neither taken nor refused has one reason. */
    const because = (reason: string): Publication => {
      const isOpen = ({ id }: Message) => !acknowledged.has(id) && !failures.has(id)
      for (const each of entries.filter(isOpen)) failures.set(each.id, reason)
      return { acknowledged, failures }
    }
    /** Whoever has answered before is slow, not silent: for the rest there was no time. */
    const endedBy = (failure: string): Publication =>
      hasAnswered && isTimeOut(failure)
        ? because(noTurn)
        : { ...because(marked(failure)), isUnanswered: true }
    const refusals = new Map<string | undefined, number>()
    const refusalsOf = ({ attributes: { employeeId } }: Message) => refusals.get(employeeId) ?? 0
    const waiting = batches(entries, pace.batch)
    for (let batch = waiting.shift(); batch !== undefined; batch = waiting.shift()) {
      const sent = batch.filter((each) => refusalsOf(each) < mostRefusals)
      const [one] = sent
      if (one === undefined) continue
      try {
        const outcome = await inTurn(sent.length, (abortSignal) => send(sent, abortSignal))
        if (outcome === null) return because(noTurn)
        hasAnswered = true
        for (const id of outcome.taken) acknowledged.add(id)
        onTaken?.(outcome.taken)
        for (const { id } of sent)
          if (!acknowledged.has(id)) failures.set(id, marked(outcome.failures.get(id) ?? 'unknown'))
      } catch (error) {
        if (!(error instanceof Error) || !isOfWhatWasSent(error)) return endedBy(failureOf(error))
        hasAnswered = true
        if (sent.length > 1) waiting.unshift(...sent.map((each) => [each]))
        else {
          failures.set(one.id, marked(failureOf(error)))
          refusals.set(one.attributes['employeeId'], refusalsOf(one) + 1)
        }
      }
    }
    return because(noTurn)
  }

/** Publishes to an SNS topic, in order, with each event's attributes for filter policies. */
export const publishToTopic = (
  sns: BatchPublisher,
  topicArn: string,
  pace?: PublishingPace,
): Publish =>
  publishInBatches(
    async (batch, abortSignal) => {
      const sent = sns.send(command(topicArn, batch), { abortSignal })
      const { Successful = [], Failed = [] } = await sent
      return {
        taken: Successful.flatMap(({ Id }) => batch[Number(Id)]?.id ?? []),
        failures: new Map(Failed.map(({ Id, Code }) => [batch[Number(Id)]?.id ?? '', Code])),
      }
    },
    undefined,
    pace,
  )
