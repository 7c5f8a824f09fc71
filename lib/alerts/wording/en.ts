import { countText } from './en-counts.ts'
import { digestWording, rollCallWording } from './en-digests.ts'
import { eventSentence } from './en-events.ts'
import { andMore, besideText, momentText, slackMomentText } from './en-units.ts'
import { distinguish } from './namesakes.ts'
import { phrase } from './phrase.ts'
import type { Wording } from './wording.ts'

/** All that is said to people, in English. */
export const english: Wording = {
  distinguish,
  event: eventSentence,
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
  digest: digestWording,
  rollCall: rollCallWording,
}
