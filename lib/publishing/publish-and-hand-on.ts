import type { Publication, Publish, TopicMessage } from './topic.ts'

/** Which entries the second publisher gets, by what the first acknowledged; in their order. */
type HandOn = <Message extends TopicMessage>(
  entries: readonly Message[],
  acknowledged: ReadonlySet<string>,
) => readonly Message[]

const whatWasTaken: HandOn = (entries, acknowledged) =>
  entries.filter(({ id }) => acknowledged.has(id))

const nothing: Publication = { acknowledged: new Set(), failures: [] }

/**
 * Publishes, and hands on what was taken: an event counts as acknowledged once both took it. Where the second
 * does not, the first gets a repeat.
 */
export const publishAndHandOn =
  <Message extends TopicMessage>(
    first: Publish<Message>,
    second: Publish<Message>,
    handOn: HandOn = whatWasTaken,
  ): Publish<Message> =>
  async (entries, within) => {
    const one = await first(entries, within)
    const taken = handOn(entries, one.acknowledged)
    const two = taken.length === 0 ? nothing : await second(taken, within)
    const isUnanswered = one.isUnanswered === true || two.isUnanswered === true
    const failures = [...one.failures, ...two.failures]
    return { acknowledged: two.acknowledged, failures, ...(isUnanswered && { isUnanswered }) }
  }
