import { hash } from 'node:crypto'
import * as z from 'zod'
import { EndlessListingError, RepeatedTokenError, type RequestName } from './errors.ts'

/** Ten times what a page may hold (spec section 4.5): whoever sends more sends no page. */
const maxItems = 1_000
/** A token is opaque, but not a load of its own: it is sent back with the next request. */
const maxToken = 32_000
/** A million employees; fifty pages of one employee's month would be 160 records a day. */
const maxPages = (operation: RequestName): number => (operation === 'employees' ? 10_000 : 50)

/** A page of any resource (spec section 2.4), its items not yet read. */
export const RawPage = z.object({
  items: z.array(z.unknown()).max(maxItems),
  continuationToken: z.string().max(maxToken).nullish(),
})
export type RawPage = z.infer<typeof RawPage>

/**
 * Follows continuation tokens from the first page to the last (spec section 4.5). Every field of
 * the request is sent again for each page, since the spec does not say whether it must be.
 * @param fetchPage asks for one page
 * @throws RepeatedTokenError where a token comes for the second time
 * @throws EndlessListingError where there are more pages than any listing has
 */
export async function* eachPage<Request extends object>(
  operation: RequestName,
  request: Request,
  fetchPage: (request: Request & { continuationToken?: string }) => Promise<RawPage>,
): AsyncGenerator<unknown[]> {
  const seen = new Set<string>()
  let page = await fetchPage(request)
  for (;;) {
    yield page.items
    const token = page.continuationToken
    if (token === null || token === undefined) return
    const mark = hash('sha256', token)
    if (seen.has(mark)) throw new RepeatedTokenError(operation, seen.size + 1)
    seen.add(mark)
    if (seen.size === maxPages(operation)) throw new EndlessListingError(operation, seen.size)
    page = await fetchPage({ ...request, continuationToken: token })
  }
}
