import { createHash } from 'node:crypto'

/**
 * A record of which not even the id can be read goes by a mark of its content instead: the same as
 * long as that is, so that it is known again.
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

/** The mark of a record, as it came. */
export const markOf = (record: unknown): string => {
  const content = contentOf(record)
  return `${prefix}${createHash('sha256').update(content).digest('hex').slice(0, 12)}`
}

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
