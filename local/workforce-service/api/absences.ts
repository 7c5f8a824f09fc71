import type { Context } from 'hono'
import { ListAbsencesRequest } from '../../../lib/workforce/contract/requests.ts'
import type { SettableClock } from '../../clock.ts'
import { readBody } from '../bodies.ts'
import type { ServiceEnv } from '../service-env.ts'
import { cutPage, type PageTokens } from './paging.ts'
import { absencesRange } from './ranges.ts'

/**
 * `POST /absences/v1/query` (spec section 4.4), earliest start date first. The pages after
 * the first keep its "now", so that none changes because a new day began.
 */
export const listAbsences =
  (pages: PageTokens, clock: SettableClock) =>
  async (c: Context<ServiceEnv>): Promise<Response> => {
    const { filters, continuationToken, pageSize } = await readBody(c.req, ListAbsencesRequest)
    const employeeId = filters.employeeId.toLowerCase()
    const question = ['absences', employeeId, filters.from ?? null, filters.to ?? null]
    const cursor = continuationToken == null ? undefined : pages.read(question, continuationToken)
    const asOf = cursor?.asOf ?? clock.now()
    const range = absencesRange(filters, asOf)
    const { items, last } = cutPage(c.var.records.absences(employeeId, ...range), {
      keyOf: ({ start, id }) => [start.date, id],
      after: cursor?.after,
      pageSize,
    })
    return c.json({
      items,
      continuationToken: last && pages.issue(question, { after: last, asOf }),
    })
  }
