import type { Mailing } from '../wording/message.ts'
import { plainText } from '../wording/plain-text.ts'
import type { AlertWording } from '../wording/wording.ts'
import { asAscii, isPrintableAscii } from './ascii.ts'

/** SNS: a subject is shorter than 100 characters. */
const maxSubject = 99
/** So much of it may name the organisation. */
const maxOrganisation = 40

/** All of the texts, and then ever fewer with a count of the others. */
const everShorter = (texts: readonly string[], wording: AlertWording): string[] =>
  texts.map((_, left) =>
    left === 0
      ? texts.join(', ')
      : `${texts.slice(0, texts.length - left).join(', ')}, ${wording.andMore(left)}`,
  )

/** How the texts of a subject are written, and whether all of one can be. */
type Script = { written: (text: string) => string; canBe: (text: string) => boolean }

const anyScript: Script = {
  written: (text) => text,
  canBe: (text) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text),
}
const ascii: Script = { written: asAscii, canBe: isPrintableAscii }

const subjectIn = (
  { written, canBe }: Script,
  { messages, counts }: Mailing,
  wording: AlertWording,
  organisation: string,
  part: string,
): string => {
  const [first] = messages
  const phrases = messages.length === 1 ? (first.subjects ?? [first.headline]) : []
  const sentences = phrases.map((phrase) => plainText(phrase, wording))
  const named = written(organisation)
  const isNamed = canBe(named) && named.length <= maxOrganisation
  const end = `${part}${isNamed ? ` - ${named}` : ''}`
  const fitting = [...sentences, ...everShorter(counts, wording)]
    .map(written)
    .find((text) => canBe(text) && text.length + end.length <= maxSubject)
  return `${fitting ?? 'Attendance'}${end}`
}

/**
 * What a mail is called: the sentence of a message that comes alone, with its details or without
 * them, where it fits; else the counts, as many as fit, what is rare first. Nothing is cut within.
 * In ASCII, what cannot be written so gives way in the same manner.
 * @param organisation whose it is; it comes last, so that a phone shows the rest
 * @param part stands before it: `(part 1 of 3)`
 */
export const subjectsOf = (
  mailing: Mailing,
  wording: AlertWording,
  organisation: string,
  part = '',
): { subject: string; asciiSubject: string } => ({
  subject: subjectIn(anyScript, mailing, wording, organisation, part),
  asciiSubject: subjectIn(ascii, mailing, wording, organisation, part),
})
