import { backSentence } from './en-back.ts'
import { countText } from './en-counts.ts'
import { eventSentence } from './en-events.ts'
import { andMore, besideText, momentText, slackMomentText } from './en-units.ts'
import { distinguish } from './namesakes.ts'
import { phrase } from './phrase.ts'
import type { AlertWording } from './wording.ts'

/** What is said to people of events, in English. */
export const englishAlerts: AlertWording = {
  distinguish,
  event: eventSentence,
  back: backSentence,
  counts: (counts) => counts.map(countText),
  caughtUp: (counts) => {
    const headline = 'Caught up with what happened earlier'
    return { headline: [`${headline}: ${counts}`], briefly: [headline] }
  },
  allClear: (sentence) => phrase`All clear: ${sentence}`,
  andMore,
  partOf: (part, parts) => `part ${part} of ${parts}`,
  moment: momentText,
  slackMoment: slackMomentText,
  beside: besideText,
  test: (destination) => {
    const headline = 'This is a test of attendance-events'
    return {
      headline: [`${headline}: what is for “${destination}” arrives here`],
      briefly: [headline],
    }
  },
}
