import * as z from 'zod'
import { ExternalReference } from './employee.ts'
import { DateTimeString, LocalDateString, Uuid } from './formats.ts'
import { limits } from './limits.ts'

const paging = {
  continuationToken: z.string().nullish(),
  pageSize: z
    .int()
    .min(limits.pageSize.min)
    .max(limits.pageSize.max)
    .nullish()
    // As a `default` it would make a field that generated clients require.
    .meta({ description: `How many items; ${limits.pageSize.default} unless given` }),
}

/** Spec section 4.1: the only sortable field is `Id`. */
export const SortOption = z
  .object({ field: z.literal('Id'), isAscending: z.boolean().optional() })
  .meta({ id: 'SortOption' })

/** Body of `POST /employees/v1/query`, itself optional (spec section 4.1). */
export const ListEmployeesRequest = z
  .object({
    sortBy: z.array(SortOption).nullish(),
    filters: z
      .object({
        externalReference: z.string().nullish(),
        email: z.string().nullish(),
        isTerminated: z.boolean().nullish(),
      })
      .nullish(),
    ...paging,
  })
  .meta({ id: 'ListEmployeesRequest' })
export type ListEmployeesRequest = z.infer<typeof ListEmployeesRequest>

/** Body of `PUT /employees/v1/{employeeId}/external-reference`, and of its answer (spec section 4.2). */
export const ExternalReferenceBody = z
  .object({ externalReference: ExternalReference })
  .meta({ id: 'ExternalReferenceBody' })
export type ExternalReferenceBody = z.infer<typeof ExternalReferenceBody>

/**
 * Body of `POST /timeclock/v1/clockings/query` (spec section 4.3). Filter rules 2 to 5:
 * `from` alone is a point in time, neither is now, `from` at most 90 days ago, at most 31 days.
 */
export const ListClockingsRequest = z
  .object({
    filters: z.object({
      employeeId: Uuid,
      from: DateTimeString.nullish(),
      to: DateTimeString.nullish(),
    }),
    ...paging,
  })
  .meta({ id: 'ListClockingsRequest' })
export type ListClockingsRequest = z.infer<typeof ListClockingsRequest>

/**
 * Body of `POST /absences/v1/query` (spec section 4.4): `from` and `to` are dates, each
 * today in UTC unless given, `from` at most 90 days ago.
 */
export const ListAbsencesRequest = z
  .object({
    filters: z.object({
      employeeId: Uuid,
      from: LocalDateString.nullish(),
      to: LocalDateString.nullish(),
    }),
    ...paging,
  })
  .meta({ id: 'ListAbsencesRequest' })
export type ListAbsencesRequest = z.infer<typeof ListAbsencesRequest>
