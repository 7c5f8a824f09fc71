import { createHash } from 'node:crypto'
import { epochMilliseconds } from './reading.ts'

/**
 * A record of which not even the id can be read goes by a mark of its content instead: the same as
 * long as that is, so that it is known again. Where its times can be read, the mark says which records have the same.
 */
const prefix = 'nameless '

/** A record as text; nested deeper than can be written, it is like any other that is. */
const contentOf = (record: unknown): string => {
  try {
    return JSON.stringify(record) ?? ''
  } catch (error) {
    if (error instanceof RangeError) return ''
    throw error
  }
}

const digest = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, 12)

/** A moment or a date in one spelling; null where it cannot be read. */
const placed = (time: unknown): string | null => {
  if (time === null) return ''
  if (typeof time === 'string') {
    const moment = epochMilliseconds(time)
    return Number.isNaN(moment) ? null : `${moment}`
  }
  const date = typeof time === 'object' && time !== undefined && 'date' in time ? time.date : null
  return typeof date === 'string' ? date : null
}

const hasTimes = (record: unknown): record is { start: unknown; end: unknown } =>
  typeof record === 'object' && record !== null && 'start' in record && 'end' in record

/** What all records with the same start and end have in common, as they come or as they are known; null where these cannot be read. */
export const timesMarkOf = (record: unknown): string | null => {
  if (!hasTimes(record)) return null
  const [start, end] = [placed(record.start), placed(record.end)]
  return start === null || end === null ? null : digest(`${start} ${end}`)
}

/** The mark of a record, as it came. */
export const markOf = (record: unknown): string => {
  const times = timesMarkOf(record)
  return `${prefix}${digest(contentOf(record))}${times === null ? '' : `@${times}`}`
}

/** The mark of a record of which nothing is kept. */
export const unknownMark = prefix

/** Whether what stands for the id of a rejected record is a mark of its content. */
export const isNameless = (id: string): boolean => id.startsWith(prefix)

/** Marks, each with its number among those that are alike. */
export const numberedMarks = (marks: readonly string[]): string[] => {
  const counts = new Map<string, number>()
  return marks.map((mark) => {
    const count = (counts.get(mark) ?? 0) + 1
    counts.set(mark, count)
    return `${mark} ${count}`
  })
}

/** What numbered marks of one content have in common. */
export const contentOfMark = (numbered: string): string => numbered.replace(/ \d+$/, '')

/** What the record of a mark has in common with all that have its times; null where these could not be read. */
export const timesOfMark = (mark: string): string | null => /@([0-9a-f]+)/.exec(mark)?.[1] ?? null
