import * as z from 'zod'

/**
 * The polls of a shard, by number, whose events have all been delivered: an outbox that one of them saved is
 * done with, though it still lies in its item (docs/decisions/outbox-in-the-item.md).
 */
export const Delivered = z.object({ from: z.int(), to: z.int() })
export type Delivered = z.infer<typeof Delivered>

/** Whether the outbox of an item, as it lies there, has been delivered. */
export const isDelivered = (
  { poll }: Record<string, unknown>,
  delivered: Delivered | undefined,
): boolean =>
  typeof poll === 'number' &&
  delivered !== undefined &&
  poll >= delivered.from &&
  poll <= delivered.to

/** Whether a poll comes right after those: they can go on with it. */
export const goesOnWith = (delivered: Delivered | undefined, poll: number): boolean =>
  delivered === undefined || delivered.to + 1 === poll

/** Those polls, and one that comes right after them; it alone, where it does not. */
export const deliveredAfter = (delivered: Delivered | undefined, poll: number): Delivered => ({
  from: delivered !== undefined && goesOnWith(delivered, poll) ? delivered.from : poll,
  to: poll,
})
