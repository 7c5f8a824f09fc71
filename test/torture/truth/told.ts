import * as z from 'zod'

const id = z.object({ id: z.string() })
const About = z.object({
  observed: z.object({ after: z.iso.datetime().nullable(), by: z.iso.datetime() }),
  clocking: id.optional(),
  break: id.optional(),
  absence: id.optional(),
  changes: z
    .array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() }))
    .optional(),
})

const Line = z.object({
  id: z.string(),
  type: z.string().startsWith('attendance.'),
  subject: z.string(),
  time: z.iso.datetime(),
  recordedtime: z.iso.datetime(),
  sequence: z.string().regex(/^\d{20}$/),
  data: About,
})

/** An event as a subscriber saw it; moments in epoch milliseconds. */
export type Told = {
  id: string
  type: string
  employeeId: string
  about: string
  time: number
  recordedAt: number
  sequence: number
  /** The polls that it lies between; `after` is null where there was none before. */
  observed: { after: number | null; by: number }
  changes: { field: string; before: unknown; after: unknown }[] | null
  /** The line, to the byte. */
  line: string
}

/** The id of what an event is about; of a clocking and an absence at once both, joined by `+`. */
const aboutOf = (type: string, subject: string, data: z.infer<typeof About>): string => {
  if (type.startsWith('attendance.break-')) return data.break?.id ?? ''
  const ids = [data.clocking, data.absence].flatMap((each) => each?.id ?? [])
  return ids.length === 0 ? subject : ids.join('+')
}

/**
 * Reads a line of stdout.
 * @returns null where it is not an event as the catalog describes it
 */
export const readTold = (line: string): Told | null => {
  try {
    const { data, ...event } = Line.parse(JSON.parse(line))
    const { after, by } = data.observed
    return {
      id: event.id,
      type: event.type.replace('attendance.', ''),
      employeeId: event.subject,
      about: aboutOf(event.type, event.subject, data),
      time: Date.parse(event.time),
      recordedAt: Date.parse(event.recordedtime),
      sequence: Number(event.sequence),
      observed: { after: after === null ? null : Date.parse(after), by: Date.parse(by) },
      changes: data.changes ?? null,
      line,
    }
  } catch {
    return null
  }
}
