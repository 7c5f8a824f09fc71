import type { Message } from '../message.ts'
import { plainText } from '../plain-text.ts'
import type { Wording } from '../wording/wording.ts'

/** A mail as SNS sends it to the subscribers of a topic. */
export type Mail = { subject: string; body: string }

/** SNS: a subject is shorter than 100 characters; a message is at most 256 KiB. */
const maxSubject = 99
const maxBody = 250_000

/** Latin letters that are more than a letter with a mark. */
const letters: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  Æ: 'Ae',
  œ: 'oe',
  Œ: 'Oe',
  ø: 'o',
  Ø: 'O',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ð: 'd',
  Ð: 'D',
  þ: 'th',
  Þ: 'Th',
  ı: 'i',
}

/** Letters without their marks; what has no ASCII form stays and is noticed. */
const asAscii = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[‘’]/g, "'")
    .replace(/[–—]/g, '-')
    .replace(/\p{L}/gu, (letter) => letters[letter] ?? letter)

const isPrintableAscii = (text: string): boolean => /^[\x20-\x7e]+$/.test(text)

const cut = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length - 3).trimEnd()}...`

/** The first of the texts that can stand in a subject, cut to `length` characters. */
const subjectText = (texts: readonly string[], length: number): string =>
  cut(texts.map(asAscii).find(isPrintableAscii) ?? 'Attendance', length)

/** A message as lines of plain text. */
export const mailLines = (message: Message, wording: Wording): string[] => [
  plainText(message.headline, wording),
  ...message.sections.flatMap(({ heading, lines }) => [
    '',
    ...(heading === null ? [] : [plainText(heading, wording)]),
    ...lines.map((line) => `- ${plainText(line, wording)}`),
  ]),
]

/** The lines of each of as many mails as they take. */
const bodiesOf = (lines: readonly string[]): string[] => {
  const bodies: string[] = []
  let size = Number.POSITIVE_INFINITY
  for (const line of lines) {
    const length = Buffer.byteLength(line) + 1
    if (size + length > maxBody) {
      bodies.push(line)
      size = length
    } else {
      bodies.push(`${bodies.pop() ?? ''}\n${line}`)
      size += length
    }
  }
  return bodies
}

/** The lines that fit into `bytes`, and the count of those that do not. */
const bodyText = (lines: readonly string[], wording: Wording): string => {
  let size = 0
  const reserve = 100
  const end = lines.findIndex((line) => {
    size += Buffer.byteLength(line) + 1
    return size > maxBody - reserve
  })
  if (end === -1) return lines.join('\n')
  const left = lines.slice(end).filter((line) => line.startsWith('- ')).length
  return [...lines.slice(0, end), wording.andMore(left)].join('\n')
}

/** What is sent to an audience at once: the messages, and a subject that needs no name. */
export type Mailing = { messages: readonly [Message, ...Message[]]; nameless: string }

/**
 * A mail: the first message's headline as subject and, because phones show it, as the first
 * line. A subject is ASCII, so a headline that cannot be written so gives way to counts.
 */
export const renderMail = ({ messages, nameless }: Mailing, wording: Wording): Mail => {
  const [first] = messages
  const others = messages.length - 1
  const end = others > 0 ? `, ${wording.andMoreMessages(others)}` : ''
  const headline = plainText(first.headline, wording)
  const lines = messages.flatMap((message, index) => [
    ...(index > 0 ? ['', ''] : []),
    ...mailLines(message, wording),
  ])
  return {
    subject: subjectText([headline, nameless], maxSubject - end.length) + end,
    body: bodyText(lines, wording),
  }
}

/** A message of which nothing may be left out: as many mails as it takes. */
export const renderMailWhole = (message: Message, wording: Wording): Mail[] => {
  const bodies = bodiesOf(mailLines(message, wording))
  const headline = plainText(message.headline, wording)
  return bodies.map((body, index) => {
    const part = bodies.length === 1 ? '' : ` (${wording.partOf(index + 1, bodies.length)})`
    return { subject: subjectText([headline], maxSubject - part.length) + part, body }
  })
}
