import type { Phrase } from './phrase.ts'
import type { AlertWording } from './wording.ts'

/** A phrase as plain text, times by the employee's clock. */
export const plainText = (phrase: Phrase, wording: Pick<AlertWording, 'moment'>): string =>
  phrase.map((part) => (typeof part === 'string' ? part : wording.moment(part))).join('')
