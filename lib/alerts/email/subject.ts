import { plainText } from '../plain-text.ts'
import type { Wording } from '../wording/wording.ts'
import { asAscii, isPrintableAscii } from './ascii.ts'
import type { Mailing } from './render.ts'

/** SNS: a subject is printable ASCII, shorter than 100 characters. */
const maxSubject = 99
/** So much of it may name the organisation. */
const maxOrganisation = 40

/** All of the texts, and then ever fewer with a count of the others. */
const everShorter = (texts: readonly string[], wording: Wording): string[] =>
  texts.map((_, left) =>
    left === 0
      ? texts.join(', ')
      : `${texts.slice(0, texts.length - left).join(', ')}, ${wording.andMore(left)}`,
  )

/**
 * What a mail is called: the sentence of a message that comes alone, with its details or without
 * them, where it fits and can be written in ASCII; else the counts, as many as fit, what is rare first. Nothing is cut within.
 * @param organisation whose it is; it comes last, so that a phone shows the rest
 * @param part stands before it: `(part 1 of 3)`
 */
export const subjectOf = (
  { messages, counts }: Mailing,
  wording: Wording,
  organisation: string,
  part = '',
): string => {
  const [first] = messages
  const phrases = messages.length === 1 ? (first.subjects ?? [first.headline]) : []
  const sentences = phrases.map((phrase) => plainText(phrase, wording))
  const named = asAscii(organisation)
  const isNamed = isPrintableAscii(named) && named.length <= maxOrganisation
  const end = `${part}${isNamed ? ` - ${named}` : ''}`
  const fitting = [...sentences, ...everShorter(counts, wording)]
    .map(asAscii)
    .find((text) => isPrintableAscii(text) && text.length + end.length <= maxSubject)
  return `${fitting ?? 'Attendance'}${end}`
}
