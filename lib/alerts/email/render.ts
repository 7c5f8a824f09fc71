import type { Mailing, Message } from '../wording/message.ts'
import { hasRoomForNeeded, withinRoom } from '../wording/room.ts'
import type { AlertWording } from '../wording/wording.ts'
import { type Entry, entriesOf, htmlPage, plainLines } from './entries.ts'
import { subjectsOf } from './subject.ts'

/** A mail: its subject, also as far as ASCII goes, and the same text twice, plain and as HTML. */
export type Mail = { subject: string; asciiSubject: string; body: string; html: string }

/** SNS takes a message of 256 KiB at most. */
const maxBody = 250_000
/** So much is kept for the last line. */
const reserve = 100

/** A message as lines of plain text. */
export const mailLines = (message: Message, wording: AlertWording): string[] =>
  plainLines(entriesOf(message, wording))

const bytesOf = (entry: Entry): number => Buffer.byteLength(plainLines([entry]).join('')) + 3

/** The entries of each of as many mails as they take. */
const bodiesOf = (entries: readonly Entry[]): Entry[][] => {
  const bodies: Entry[][] = []
  let size = Number.POSITIVE_INFINITY
  for (const entry of entries) {
    const bytes = bytesOf(entry)
    const body = bodies.at(-1)
    if (body === undefined || size + bytes > maxBody) {
      bodies.push([entry])
      size = bytes
    } else {
      body.push(entry)
      size += bytes
    }
  }
  return bodies
}

const countLines = (entries: readonly Entry[]): number =>
  entries.filter(({ kind }) => kind === 'line').length

/** The entries that fit into one mail, and the count of the lines that do not. */
const cut = (entries: readonly Entry[], wording: AlertWording): Entry[] => {
  const kept = withinRoom(entries, maxBody - reserve, bytesOf)
  const left = countLines(entries) - countLines(kept)
  return left === 0 ? kept : [...kept, { kind: 'more', text: wording.andMore(left) }]
}

const mailOf = (
  subjects: Pick<Mail, 'subject' | 'asciiSubject'>,
  entries: readonly Entry[],
): Mail => ({
  ...subjects,
  body: plainLines(entries).join('\n'),
  html: htmlPage(subjects.subject, entries),
})

const entriesIn = ({ messages }: Mailing, wording: AlertWording): Entry[] =>
  messages.flatMap((message) => entriesOf(message, wording))

/** Whether one mail has room for all that is no mere news. */
export const mailHasRoomFor = (mailing: Mailing, wording: AlertWording): boolean =>
  hasRoomForNeeded(entriesIn(mailing, wording), maxBody - reserve, bytesOf)

/** One mail of all messages; because phones show it, the first headline is the first line. */
export const renderMail = (mailing: Mailing, wording: AlertWording, organisation: string): Mail => {
  const entries = cut(entriesIn(mailing, wording), wording)
  return mailOf(subjectsOf(mailing, wording, organisation), entries)
}

/** A message of which nothing may be left out: as many mails as it takes. */
export const renderMailWhole = (
  message: Message,
  wording: AlertWording,
  organisation: string,
): Mail[] => {
  const bodies = bodiesOf(entriesOf(message, wording))
  const mailing = { messages: [message] as const, counts: [] }
  return bodies.map((entries, index) => {
    const part = bodies.length === 1 ? '' : ` (${wording.partOf(index + 1, bodies.length)})`
    return mailOf(subjectsOf(mailing, wording, organisation, part), entries)
  })
}
