import * as z from 'zod'

/** One page of a list response (spec section 2.4); a null or missing token marks the last. */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), continuationToken: z.string().nullish() })
