import * as z from 'zod'
import { RepeatedTokenError, type RequestName } from './errors.ts'

/** A page of any resource (spec section 2.4), its items not yet read. */
export const RawPage = z.object({
  items: z.array(z.unknown()),
  continuationToken: z.string().nullish(),
})
export type RawPage = z.infer<typeof RawPage>

/**
 * Follows continuation tokens from the first page to the last (spec section 4.5). Every field of
 * the request is sent again for each page, since the spec does not say whether it must be.
 * @param fetchPage asks for one page
 * @throws RepeatedTokenError where a token comes for the second time
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
    if (seen.has(token)) throw new RepeatedTokenError(operation, seen.size + 1)
    seen.add(token)
    page = await fetchPage({ ...request, continuationToken: token })
  }
}
