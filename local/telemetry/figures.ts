import * as z from 'zod'
import type { MetricName } from '../../lib/platform/metric-names.ts'

const emf = z.looseObject({ _aws: z.object({ Timestamp: z.number() }).loose() })
const Values = z.union([z.number().transform((value) => [value]), z.array(z.number())])

/** What a run has done so far. */
export type Totals = {
  polls: number
  apiCalls: number
  apiErrors: number
  events: number
  /** How long after it happened a change was seen, in seconds; null before the first. */
  delay: { median: number; longest: number } | null
}

/** Adds up what the functions publish as embedded metrics. */
export type Figures = {
  /** @returns whether the record was one of metrics */
  take: (record: unknown) => boolean
  totals: () => Totals
}

/** Of so many of the newest delays the median is taken. */
const remembered = 1_000

const valuesOf = (record: Record<string, unknown>, name: MetricName): number[] =>
  Values.safeParse(record[name]).data ?? []

const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0)

export const createFigures = (): Figures => {
  const totals = { polls: 0, apiCalls: 0, apiErrors: 0, events: 0 }
  let delays: number[] = []
  let longest = 0
  return {
    take: (record) => {
      const { data } = emf.safeParse(record)
      if (data === undefined) return false
      // The same events are published by type once more.
      if ('type' in data) return true
      totals.polls += valuesOf(data, 'EmployeesPolled').length
      totals.apiCalls += sum(valuesOf(data, 'ApiRequests'))
      totals.apiErrors += sum(valuesOf(data, 'ApiErrors'))
      totals.events += sum(valuesOf(data, 'EventsPublished'))
      const seen = valuesOf(data, 'DetectionDelay')
      delays = [...delays, ...seen].slice(-remembered)
      longest = Math.max(longest, ...seen)
      return true
    },
    totals: () => {
      const median = delays.toSorted((a, b) => a - b)[Math.floor(delays.length / 2)]
      return { ...totals, delay: median === undefined ? null : { median, longest } }
    },
  }
}
