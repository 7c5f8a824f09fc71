import * as z from 'zod'
import { scenarios } from './schedule.ts'

/** What the processes of the bench tell each other. */

/** What is compared. */
export const systems = ['bare', 'plain', 'ours'] as const
export type System = (typeof systems)[number]

const Endpoints = z.object({
  dynamoDb: z.string(),
  messaging: z.string(),
  secretsManager: z.string(),
})

/** What the process of a system is told once, as its argument in JSON. */
export const Order = z.object({
  system: z.enum(systems),
  /** Where the Workforce API is. */
  url: z.string(),
  endpoints: Endpoints,
  employees: z.int(),
  /** Calls in flight at once. */
  inFlight: z.int(),
  /** A folder for CPU profiles, or null. */
  profiles: z.string().nullable(),
})
export type Order = z.infer<typeof Order>

/** One measurement: what some polls in a row took and used, times in milliseconds. */
export const Sample = z.object({
  scenario: z.enum(scenarios),
  polls: z.int(),
  wall: z.number(),
  cpu: z.number(),
  /** Requests to the Workforce API, those for tokens aside. */
  apiCalls: z.int(),
  readUnits: z.number(),
  writeUnits: z.number(),
  databaseCalls: z.int(),
  /** While at least one of them was on its way. */
  databaseWait: z.number(),
  snsCalls: z.int(),
  events: z.int(),
  /** Of all events together, as SNS took them, their attributes aside. */
  messageBytes: z.int(),
  /** From each change to when SNS acknowledged it, in order of size. */
  delays: z.array(z.number()),
})
export type Sample = z.infer<typeof Sample>

/** What it is asked to poll. */
export const Question = z.object({
  /** Nobody polls on the days between the one that was asked for before and this. */
  day: z.int(),
  /** Whether the whole day is polled through, or a few times, or only its ends, or only its first poll made. */
  polls: z.enum(['whole', 'few', 'ends', 'first']),
})
export type Question = z.infer<typeof Question>

/** What it answers, once it has polled. */
export const DayReport = z.object({
  samples: z.array(Sample),
  /** How what was told differs from what happened since the question before. */
  difference: z.object({ missed: z.int(), invented: z.int(), repeated: z.int() }),
  /** The most memory that the process ever had, in megabytes. */
  peakMemory: z.number(),
})
export type DayReport = z.infer<typeof DayReport>
