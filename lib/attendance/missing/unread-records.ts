import * as z from 'zod'

const Moment = z.string().refine((text) => !Number.isNaN(Date.parse(text)))

/**
 * Records that broke the contract when they were shown, and that must be recorded once they
 * can be read. Moments are UTC date-times.
 */
export const UnreadRecords = z.object({
  /**
   * By id, or the mark of one without an id: the range in which it was shown, since when it is not
   * found there; and, where that range reaches into what was forgotten when it was noted, up to when. Of one without
   * an id, whether it is something else than all that is known, and otherwise the ids of what it may be: what no
   * answer has shown beside it. Without those it may be anything.
   */
  ids: z.record(
    z.string(),
    z.object({
      from: Moment,
      to: Moment,
      missingSince: Moment.nullable().default(null),
      isHarmless: z.boolean().default(false),
      mayBe: z.array(z.string()).optional(),
      forgottenBefore: Moment.optional(),
    }),
  ),
  /** Those that there is no room for, by their number alone. */
  others: z
    .object({
      from: Moment,
      to: Moment,
      count: z.int().min(1),
      missingSince: Moment.nullable().default(null),
    })
    .nullable()
    .default(null),
  /** How often they were asked for beside the window, and when that is due again. */
  tries: z.int().min(0).default(0),
  retryAt: Moment,
})
export type UnreadRecords = z.infer<typeof UnreadRecords>
