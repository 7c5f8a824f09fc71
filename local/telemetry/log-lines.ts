import * as z from 'zod'

const Entry = z.looseObject({ level: z.string(), message: z.string() })

/** Levels that whoever watches a run should see. */
const shown: Record<string, string> = { WARN: 'warning', ERROR: 'error', CRITICAL: 'error' }

/** What Powertools adds to every entry, of no use in a terminal. */
const common = [
  'level',
  'message',
  'timestamp',
  'service',
  'sampling_rate',
  'cold_start',
  'function_arn',
  'function_memory_size',
  'function_name',
  'function_request_id',
  'xray_trace_id',
]

const ErrorField = z.object({ name: z.string(), message: z.string() })

const fieldText = (value: unknown): string => {
  const { data: error } = ErrorField.safeParse(value)
  if (error !== undefined) return `${error.name}: ${error.message}`
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/**
 * A warning or error of the functions' log in one readable line.
 * @returns null for everything else
 */
export const logLine = (record: unknown): string | null => {
  const { data: entry } = Entry.safeParse(record)
  const level = entry && shown[entry.level]
  if (entry === undefined || level === undefined) return null
  const fields = Object.entries(entry)
    .filter(([name]) => !common.includes(name))
    .map(([name, value]) => `${name} ${fieldText(value)}`)
  return `${level}: ${entry.message}${fields.length === 0 ? '' : ` (${fields.join(', ')})`}`
}
