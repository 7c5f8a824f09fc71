import { v5 as uuid5 } from 'uuid'

/**
 * Of a long note that is kept for comparing alone, its beginning and a digest of the whole:
 * an item of DynamoDB holds 400 KB, and somebody may write a page for each of a hundred visits.
 */

const kept = 60
const namespace = '3a2f7d0e-0d7c-4f0e-9a55-6a0f8c8a7e21'

const isShort = (note: string): boolean => note.length <= kept + 20

/** A note as it is kept of old records; one that has been shortened, or is short, as it is. */
export const shortened = (note: string | null): string | null =>
  note === null || isShort(note)
    ? note
    : `${note.slice(0, kept).toWellFormed()}… [${uuid5(note, namespace).slice(0, 8)}]`
