import * as z from 'zod'
import { LocalDateString, Uuid } from './formats.ts'
import { limits } from './limits.ts'

/** Spec section 2.1. */
export const EmployeeName = z
  .object({ givenName: z.string(), familyName: z.string() })
  .meta({ id: 'EmployeeName' })
export type EmployeeName = z.infer<typeof EmployeeName>

/** Spec section 2.1: every key is present, every value may be null. */
export const Employment = z
  .object({
    jobTitle: z.string().nullable(),
    start: LocalDateString.nullable(),
    end: LocalDateString.nullable(),
    payrollNumber: z.string().nullable(),
  })
  .meta({ id: 'Employment' })
export type Employment = z.infer<typeof Employment>

/** Spec section 2.1. */
export const EmployeeMetadata = z
  .object({ isRegistered: z.boolean(), isTerminated: z.boolean() })
  .meta({ id: 'EmployeeMetadata' })

const { min: minLength, max: maxLength } = limits.externalReferenceLength

/**
 * Spec section 4.2: 1 to 36 characters, or null for none. Employees may share one. Characters are
 * counted as JSON Schema does, by code point.
 */
export const ExternalReference = z
  .string()
  .refine((text) => text.length >= minLength && [...text].length <= maxLength, {
    error: `Must have ${minLength} to ${maxLength} characters`,
  })
  .meta({ minLength, maxLength })
  .nullable()

/** An employee of the organisation (spec section 2.1). */
export const Employee = z
  .object({
    id: Uuid,
    name: EmployeeName,
    employment: Employment,
    email: z.string(),
    externalReference: z.string().nullable(),
    _metadata: EmployeeMetadata,
  })
  .meta({ id: 'Employee' })
export type Employee = z.infer<typeof Employee>
