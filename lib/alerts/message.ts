import type { Phrase } from './phrase.ts'

/** Lines under a heading of their own. */
export type Section = { heading: Phrase | null; lines: readonly Phrase[] }

/** What is to be said, before a destination gives it its form. */
export type Message = {
  /** All of it in a line: a sentence that can stand alone. */
  headline: Phrase
  /** What a mail is called, where that is not the headline. */
  subject?: Phrase
  sections: readonly Section[]
}
