/**
 * How one record came to be: what was on record from each moment on, oldest first, with
 * null where it was deleted. Everything the organisation shows is read from such stories,
 * so it depends on the seed, the start and the moment alone.
 */
export type Story<Value> = { at: number; value: Value | null }[]

/** What was on record at a moment, epoch milliseconds; undefined before it was and after it is gone. */
export const onRecordAt = <Value>(story: Story<Value>, at: number): Value | undefined =>
  story.findLast((version) => version.at <= at)?.value ?? undefined
