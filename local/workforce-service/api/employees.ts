import type { Context } from 'hono'
import type { Employee } from '../../../lib/workforce/contract/employee.ts'
import { Uuid } from '../../../lib/workforce/contract/formats.ts'
import {
  ExternalReferenceBody,
  ListEmployeesRequest,
} from '../../../lib/workforce/contract/requests.ts'
import type { SettableClock } from '../../clock.ts'
import { readBody } from '../bodies.ts'
import { invalidField, ProblemAnswer } from '../problems.ts'
import type { Records } from '../records.ts'
import type { ServiceEnv } from '../service-env.ts'
import { cutPage, type PageTokens } from './paging.ts'

type Filters = NonNullable<ListEmployeesRequest['filters']>

const matches = (employee: Employee, filters: Filters): boolean =>
  (filters.externalReference ?? employee.externalReference) === employee.externalReference &&
  (filters.email ?? employee.email).toLowerCase() === employee.email.toLowerCase() &&
  (filters.isTerminated ?? employee._metadata.isTerminated) === employee._metadata.isTerminated

const questionOf = (filters: Filters, isAscending: boolean) => [
  'employees',
  filters.externalReference ?? null,
  filters.email?.toLowerCase() ?? null,
  filters.isTerminated ?? null,
  isAscending,
]

/** `POST /employees/v1/query` (spec section 4.1): sorted by id, upwards unless asked otherwise. */
export const listEmployees =
  (pages: PageTokens, clock: SettableClock) =>
  async (c: Context<ServiceEnv>): Promise<Response> => {
    const request = (await readBody(c.req, ListEmployeesRequest.nullish())) ?? {}
    const filters = request.filters ?? {}
    const isAscending = request.sortBy?.[0]?.isAscending ?? true
    const question = questionOf(filters, isAscending)
    const { continuationToken: token, pageSize } = request
    const cursor = token == null ? undefined : pages.read(question, token)
    const { items, last } = cutPage(
      c.var.records.employees((employee) => matches(employee, filters)),
      {
        keyOf: ({ id }) => [id],
        isAscending,
        after: cursor?.after,
        pageSize,
      },
    )
    const asOf = cursor?.asOf ?? clock.now()
    return c.json({
      items,
      continuationToken: last && pages.issue(question, { after: last, asOf }),
    })
  }

/**
 * `PUT /employees/v1/{employeeId}/external-reference` (spec section 4.2). The request is
 * checked before the employee is looked for.
 */
export const putExternalReference =
  (records: Records) =>
  async (c: Context): Promise<Response> => {
    const employeeId = Uuid.safeParse(c.req.param('employeeId'))
    if (!employeeId.success) throw invalidField('employeeId', 'Must be a UUID')
    const body = await readBody(c.req, ExternalReferenceBody)
    const id = employeeId.data.toLowerCase()
    if (records.employee(id) === undefined)
      throw new ProblemAnswer('resource-not-found', 'There is no employee with this id.')
    records.setExternalReference(id, body.externalReference)
    return c.json({ externalReference: body.externalReference })
  }
