import type { Phrase } from './phrase.ts'

/** A headline, and what a mail is called by it. */
export const titled = ({ headline, briefly }: { headline: Phrase; briefly: Phrase }) => ({
  headline,
  subjects: [headline, briefly],
})

/** Lines that are told together or not at all. What is needed is not left out for want of room while there is anything else. */
export type Bundle = { isNeeded: boolean }

/** Lines under a heading of their own. */
export type Section = {
  heading: Phrase | null
  lines: readonly Phrase[]
  /** The bundle of each line, where not simply the last lines are left out for want of room. */
  bundles?: readonly Bundle[]
}

/** What is to be said, before a destination gives it its form. */
export type Message = {
  /** All of it in a line: a sentence that can stand alone. */
  headline: Phrase
  /** What a mail is called, ever more briefly, where that is not the headline alone. */
  subjects?: readonly Phrase[]
  sections: readonly Section[]
}

/**
 * What is sent to an audience at once: the messages, and how many of what they say, in texts
 * that hold no name, what is rare first.
 */
export type Mailing = { messages: readonly [Message, ...Message[]]; counts: readonly string[] }
