import { createHmac, timingSafeEqual } from 'node:crypto'
import * as z from 'zod'
import { limits } from '../../../lib/workforce/contract/limits.ts'
import { invalidField } from '../problems.ts'

/** What a listing is ordered by: unique for each item, and compared part by part. */
export type SortKey = (string | number)[]

const Cursor = z.object({
  /** The key of the last item seen. */
  after: z.array(z.union([z.string(), z.number()])),
  /** When the first page was asked for, epoch milliseconds: "now" for the pages that follow. */
  asOf: z.number(),
})
type Cursor = z.infer<typeof Cursor>

/**
 * Continuation tokens (spec section 4.5). A token names the last item seen, so that pages
 * neither repeat nor skip an item when others come or go. It is signed together with the
 * question it continues, so that it holds for no other.
 */
export type PageTokens = {
  issue(question: unknown, cursor: Cursor): string
  /**
   * @param question the operation, filters and sorting of this request
   * @throws ProblemAnswer 422 where the token was not issued for this question
   */
  read(question: unknown, token: string): Cursor
}

/** Makes and reads continuation tokens, signed with `secret`. */
export const createPageTokens = (secret: string): PageTokens => {
  const sign = (question: unknown, payload: string) =>
    createHmac('sha256', secret)
      .update(JSON.stringify([question, payload]))
      .digest('base64url')
  return {
    issue(question, cursor) {
      const payload = Buffer.from(JSON.stringify(cursor)).toString('base64url')
      return `${payload}.${sign(question, payload)}`
    },
    read(question, token) {
      const [payload = ''] = token.split('.')
      const expected = Buffer.from(`${payload}.${sign(question, payload)}`)
      const given = Buffer.from(token)
      if (given.length !== expected.length || !timingSafeEqual(given, expected))
        throw invalidField(
          'continuationToken',
          'Not a token that this listing has given for these filters and this sorting',
        )
      return Cursor.parse(JSON.parse(Buffer.from(payload, 'base64url').toString()))
    },
  }
}

const compareKeys = (a: SortKey, b: SortKey): number => {
  for (const [index, left] of a.entries()) {
    const right = b[index]
    if (right === undefined || left > right) return 1
    if (left < right) return -1
  }
  return 0
}

/** How one page is cut out of a listing. */
export type PageCut<Item> = {
  keyOf: (item: Item) => SortKey
  isAscending?: boolean
  after: SortKey | undefined
  pageSize: number | null | undefined
}

/** The items of one page in order, and the key to go on after, null on the last page. */
export const cutPage = <Item>(
  items: Item[],
  { keyOf, isAscending = true, after, pageSize }: PageCut<Item>,
): { items: Item[]; last: SortKey | null } => {
  const direction = isAscending ? 1 : -1
  const rest = items
    .map((item) => ({ item, key: keyOf(item) }))
    .filter(({ key }) => after === undefined || compareKeys(key, after) * direction > 0)
    .sort((a, b) => compareKeys(a.key, b.key) * direction)
  const page = rest.slice(0, pageSize ?? limits.pageSize.default)
  const last = rest.length > page.length ? (page.at(-1)?.key ?? null) : null
  return { items: page.map(({ item }) => item), last }
}
