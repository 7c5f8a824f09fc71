import * as z from 'zod'
import { Uuid } from '../../../lib/workforce/contract/formats.ts'
import type { OperationName } from '../../../lib/workforce/contract/operations.ts'

/** What a request can be for: one of the four operations, or a token. */
export type RequestKind = OperationName | 'token'

/** Answers that look as usual, of listings only, and are wrong. */
const untrue = ['empty', 'short', 'stale', 'bad-record'] as const

/** A fault to be played to the next requests that it matches (`POST /control/faults`). */
export const Fault = z
  .strictObject({
    on: z.enum(['token', 'employees', 'clockings', 'absences', '*']),
    employeeId: Uuid.toLowerCase().optional(),
    kind: z.enum([
      'status',
      'delay',
      'late',
      'drop',
      'truncate',
      'html',
      'expire-tokens',
      ...untrue,
    ]),
    status: z.int().min(400).max(599).optional(),
    retryAfter: z.union([z.int().min(0), z.string().min(1)]).optional(),
    delayMs: z.int().min(0).max(3_600_000).optional(),
    keep: z.union([z.number().min(0).lt(1), z.int().min(1)]).optional(),
    secondsAgo: z.number().min(0).optional(),
    times: z.int().min(1),
  })
  .refine((fault) => fault.kind !== 'status' || fault.status !== undefined, {
    path: ['status'],
    error: 'A fault of the kind status needs a status',
  })
  .refine(
    (fault) => (fault.kind !== 'delay' && fault.kind !== 'late') || fault.delayMs !== undefined,
    {
      path: ['delayMs'],
      error: 'A fault of the kind delay or late needs delayMs',
    },
  )
  .refine((fault) => fault.kind !== 'short' || fault.keep !== undefined, {
    path: ['keep'],
    error: 'A fault of the kind short needs keep: a share below 1, or a number of employees',
  })
  .refine((fault) => fault.kind !== 'stale' || fault.secondsAgo !== undefined, {
    path: ['secondsAgo'],
    error: 'A fault of the kind stale needs secondsAgo',
  })
  .refine((fault) => fault.kind !== 'short' || fault.on === 'employees', {
    path: ['on'],
    error: 'Only the listing of employees can be short',
  })
export type Fault = z.infer<typeof Fault>

/** The faults still to be played; `times` counts down and a fault at nothing is gone. */
export type Faults = {
  add(fault: Fault): void
  list(): Fault[]
  clear(): void
  /** The oldest fault that a request matches, used up by one. */
  take(kind: RequestKind, employeeId: string | undefined): Fault | undefined
}

const areaOf = (kind: RequestKind): Fault['on'] =>
  kind === 'externalReference' ? 'employees' : kind

const isUntrue = ({ kind }: Fault): boolean => untrue.some((each) => each === kind)

const isListing = (kind: RequestKind): boolean => kind !== 'token' && kind !== 'externalReference'

/** Holds faults in memory. */
export const createFaults = (): Faults => {
  let faults: Fault[] = []
  return {
    add: (fault) => {
      faults.push({ ...fault })
    },
    list: () => faults,
    clear: () => {
      faults = []
    },
    take(kind, employeeId) {
      const fault = faults.find(
        (candidate) =>
          (candidate.on === '*' || candidate.on === areaOf(kind)) &&
          (isListing(kind) || !isUntrue(candidate)) &&
          (candidate.employeeId === undefined ||
            candidate.employeeId === employeeId?.toLowerCase()),
      )
      if (fault === undefined) return undefined
      fault.times -= 1
      if (fault.times === 0) faults = faults.filter((other) => other !== fault)
      return fault
    },
  }
}
