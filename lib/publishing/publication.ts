import type { OutboxEntry } from '../attendance/state/state.ts'

/** What became of a publication: the ids that SNS acknowledged, and by id why others were not, where that is known. */
export type Publication = {
  acknowledged: ReadonlySet<string>
  failures: ReadonlyMap<string, string>
  /** Whether SNS did not answer a request, or failed as a whole. */
  isUnanswered?: boolean
}

/** What a topic takes of an event. */
export type TopicMessage = Pick<OutboxEntry, 'id' | 'message' | 'attributes'>

/** An event that is published, with the shard of its employee, by which the log finds its place. */
export type PublishedEvent = OutboxEntry & { shardId: string }

/** Called with what becomes known of a publication while it runs, and after it was given up on. */
export type Hearing = {
  /** Where SNS has answered and something else gets the events after it. */
  onAnswer?: (() => void) | undefined
  /** With the ids of events that are acknowledged. */
  onTaken?: ((ids: readonly string[]) => void) | undefined
}

/**
 * Publishes events; never throws because of SNS: what is not acknowledged stays unacknowledged.
 * @param within milliseconds after which SNS is given up on
 */
export type Publish<Message extends TopicMessage = TopicMessage> = (
  entries: readonly Message[],
  within?: number,
  heard?: Hearing,
) => Promise<Publication>

/** Why events were not sent that had no turn: nothing failed, and they go with the next poll. */
export const noTurn = 'NoTurn'

/** What became of a publication of which nothing was taken, for one reason. */
export const noneTaken = (entries: readonly { id: string }[], reason: string): Publication => ({
  acknowledged: new Set(),
  failures: new Map(entries.map(({ id }) => [id, reason])),
})
