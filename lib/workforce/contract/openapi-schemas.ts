import * as z from 'zod'
import { Absence, AbsenceBoundary, Duration } from './absence.ts'
import { Clocking } from './clocking.ts'
import { Employee } from './employee.ts'
import { Problem } from './problem.ts'
import {
  ExternalReferenceBody,
  ListAbsencesRequest,
  ListClockingsRequest,
  ListEmployeesRequest,
} from './requests.ts'
import { TokenRequest, TokenResponse } from './token.ts'

/** One page of a list response (spec section 2.4); a null or missing token marks the last. */
const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), continuationToken: z.string().nullish() })

const components = {
  EmployeePage: pageOf(Employee).meta({ id: 'EmployeePage' }),
  ClockingPage: pageOf(Clocking).meta({ id: 'ClockingPage' }),
  AbsencePage: pageOf(Absence).meta({ id: 'AbsencePage' }),
  ListEmployeesRequest,
  ListClockingsRequest,
  ListAbsencesRequest,
  ExternalReferenceBody,
  Problem,
  FieldValidationProblem: Problem.required({ errors: true }).meta({ id: 'FieldValidationProblem' }),
  TokenRequest,
  TokenResponse,
}
/** The schemas that operations refer to; what these refer to comes along. */
export type ComponentName = keyof typeof components

const discriminated: z.ZodType[] = [Absence, AbsenceBoundary, Duration]

/** The schemas by name, as JSON Schema 2020-12 that refers to its neighbours. */
export const openApiSchemas = (): Record<string, unknown> => {
  const { $defs } = z.toJSONSchema(z.object(components), {
    io: 'input',
    override: ({ zodSchema, jsonSchema }) => {
      // RFC 3339 knows no time of day without an offset.
      if (jsonSchema.format === 'time') delete jsonSchema.format
      // The format says it; the pattern of a calendar date fills a screen.
      if (jsonSchema.format !== undefined) delete jsonSchema.pattern
      // What JavaScript can count to is no rule of the API.
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) {
        delete jsonSchema.minimum
        delete jsonSchema.maximum
      }
      if (discriminated.some((schema) => schema._zod.def === zodSchema._zod.def))
        jsonSchema['discriminator'] = { propertyName: '$type' }
      delete jsonSchema.id
    },
  })
  const text = JSON.stringify($defs).replaceAll('"#/$defs/', '"#/components/schemas/')
  return JSON.parse(text)
}
