import type { Context } from 'hono'
import { epochMs } from '../../../lib/attendance/moments.ts'
import { ListClockingsRequest } from '../../../lib/workforce/contract/requests.ts'
import type { SettableClock } from '../../clock.ts'
import { readBody } from '../bodies.ts'
import type { ServiceEnv } from '../service-env.ts'
import { cutPage, type PageTokens } from './paging.ts'
import { clockingsRange } from './ranges.ts'

/**
 * `POST /timeclock/v1/clockings/query` (spec section 4.3), oldest start first. The pages
 * after the first keep its "now", so that none changes because the clock went on.
 */
export const listClockings =
  (pages: PageTokens, clock: SettableClock) =>
  async (c: Context<ServiceEnv>): Promise<Response> => {
    const { filters, continuationToken, pageSize } = await readBody(c.req, ListClockingsRequest)
    const employeeId = filters.employeeId.toLowerCase()
    const question = [
      'clockings',
      employeeId,
      filters.from ? epochMs(filters.from) : null,
      filters.to ? epochMs(filters.to) : null,
    ]
    const cursor = continuationToken == null ? undefined : pages.read(question, continuationToken)
    const asOf = cursor?.asOf ?? clock.now()
    const range = clockingsRange(filters, asOf)
    const { items, last } = cutPage(c.var.records.clockings(employeeId, ...range), {
      keyOf: ({ start, id }) => [epochMs(start), id],
      after: cursor?.after,
      pageSize,
    })
    return c.json({
      items,
      continuationToken: last && pages.issue(question, { after: last, asOf }),
    })
  }
