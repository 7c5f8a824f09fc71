import * as z from 'zod'
import { EmployeeState } from '../attendance/state/state.ts'
import { pack, unpack } from './packing.ts'
import { codec } from './schema.ts'

/** What was kept of a clocking or an absence before records had a number: schema 0. */
const Tracked0 = z.looseObject({ phase: z.string() })

const State0 = z.looseObject({
  membership: z.string(),
  expiresAt: z.string().nullable(),
  behindSince: z.string().nullable(),
  seen: z.boolean(),
  baselineAt: z.string().nullable(),
  clockings: z.record(z.string(), Tracked0),
  absences: z.record(z.string(), Tracked0),
  clockingsForgottenBefore: z.string().nullable(),
  absencesForgottenBefore: z.string().nullable(),
})

/** Leavers at rest were kept for so long, in milliseconds: when that ends says when it began. */
const retention0 = 7 * 24 * 3_600_000

/**
 * Schema 0 counted how often something was missing; what is missing now begins to be so when it
 * is next looked for. Left behind was remembered in the item.
 */
const from0 = (item: Record<string, unknown>): Record<string, unknown> => {
  const {
    expiresAt,
    behindSince,
    clockingsForgottenBefore,
    absencesForgottenBefore,
    ttl: _ttl,
    ...state
  } = State0.parse(item)
  const restSince =
    expiresAt === null ? null : new Date(Date.parse(expiresAt) - retention0).toISOString()
  const since = behindSince ?? (state.seen ? null : state.baselineAt)
  return {
    ...state,
    restSince,
    leftAt: restSince,
    unaskedSince: { clockings: since, absences: since },
    forgottenBefore: { clockings: clockingsForgottenBefore, absences: absencesForgottenBefore },
  }
}

const Unread1 = z.looseObject({ anonymous: z.unknown() }).nullable()
const State1 = z.looseObject({
  unread: z.object({ clockings: Unread1, absences: Unread1 }).default({
    clockings: null,
    absences: null,
  }),
})

/** Schema 1 counted records without an id: which of them may be what is missing nobody can say. */
const from1 = (item: Record<string, unknown>): Record<string, unknown> => {
  const { unread, ...state } = State1.parse(item)
  const counted = (each: z.infer<typeof Unread1>) => {
    if (each === null) return null
    const { anonymous: others, ...rest } = each
    return { ...rest, others }
  }
  return {
    ...state,
    unread: { clockings: counted(unread.clockings), absences: counted(unread.absences) },
  }
}

/** The record of one employee. */
export const employeeCodec = codec('an employee', EmployeeState, [from0, from1], unpack)

const isDefault = (name: string, value: unknown): boolean =>
  value === null
    ? name === 'missingSince' || name === 'keptUntil' || name === 'usualHours'
    : (Array.isArray(value) && value.length === 0 && name !== 'breaks' && name !== 'outbox') ||
      (name === 'revision' && value === 0)

const withoutDefaults = (tracked: object): object =>
  Object.fromEntries(Object.entries(tracked).filter(([name, value]) => !isDefault(name, value)))

const eachWithoutDefaults = (all: Record<string, object>) =>
  Object.fromEntries(Object.entries(all).map(([id, each]) => [id, withoutDefaults(each)]))

/**
 * A state as it is written: what reading fills in is left out.
 * @param poll the number of the poll that saves it, and vouches for what it publishes
 */
export const employeeItem = (state: EmployeeState, poll?: number): Record<string, unknown> => ({
  schema: employeeCodec.schema,
  ...(poll !== undefined && state.outbox.length > 0 && { poll }),
  ...withoutDefaults(state),
  ...pack({
    clockings: eachWithoutDefaults(state.clockings),
    absences: eachWithoutDefaults(state.absences),
    outbox: state.outbox,
  }),
})

/** What is kept for good of somebody whose state is gone: nothing that says who they are. */
const Retired = z.object({
  employeeId: z.guid(),
  sequence: z.int().min(0),
  forgottenBefore: z.object({ clockings: z.string().nullable(), absences: z.string().nullable() }),
})
export const retiredCodec = codec('a former employee', Retired, [(item) => item])
