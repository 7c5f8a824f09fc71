import type { KnownBlock, RichTextBlock, RichTextElement } from '@slack/types'
import type { Bundle, Message } from '../wording/message.ts'
import type { Phrase } from '../wording/phrase.ts'
import { plainText } from '../wording/plain-text.ts'
import { hasRoomForNeeded, withinRoom } from '../wording/room.ts'
import type { AlertWording } from '../wording/wording.ts'
import { escaped, richText, sizeOf } from './text.ts'

/** What is posted to an incoming webhook. */
export type SlackMessage = { text: string; blocks: KnownBlock[] }

/**
 * Slack's limits: blocks of a message, and characters of the fallback text, beyond which Slack cuts
 * it, or had rather not have it. All blocks together may have some 12,000 characters, containers
 * counted in a way that Slack does not say.
 */
const maxBlocks = 50
const maxText = 10_000
const maxFallback = 40_000
const handyFallback = 4_000
/** What a line or a heading takes beside its text, and so much is kept for the last line. */
const containerSize = 10
const reserve = 100

/** A heading or a line of a message, in its order. */
type Entry = {
  kind: 'heading' | 'line'
  section: number
  bundle?: Bundle | undefined
  phrase: Phrase
  elements: RichTextElement[]
}

const entriesOf = ({ sections }: Message, wording: AlertWording): Entry[] =>
  sections.flatMap(({ heading, lines, bundles }, section) => [
    ...(heading === null
      ? []
      : [
          {
            kind: 'heading' as const,
            section,
            phrase: heading,
            elements: richText(heading, wording, { bold: true }),
          },
        ]),
    ...lines.map((line, index) => ({
      kind: 'line' as const,
      section,
      bundle: bundles?.[index],
      phrase: line,
      elements: richText(line, wording),
    })),
  ])

const paragraph = (elements: RichTextElement[]): RichTextBlock => ({
  type: 'rich_text',
  elements: [{ type: 'rich_text_section', elements }],
})

/** The entries of one section: its heading, and its lines as a list. */
const sectionBlock = (entries: readonly Entry[]): RichTextBlock => {
  const headings = entries.filter(({ kind }) => kind === 'heading')
  const lines = entries.filter(({ kind }) => kind === 'line')
  const asSection = ({ elements }: Entry) => ({ type: 'rich_text_section' as const, elements })
  return {
    type: 'rich_text',
    elements: [
      ...headings.map(asSection),
      ...(lines.length === 0
        ? []
        : [
            {
              type: 'rich_text_list' as const,
              style: 'bullet' as const,
              elements: lines.map(asSection),
            },
          ]),
    ],
  }
}

const blocksOf = (headline: RichTextElement[], entries: readonly Entry[]): RichTextBlock[] => [
  paragraph(headline),
  ...[...Map.groupBy(entries, ({ section }) => section).values()].map(sectionBlock),
]

const entrySize = ({ elements }: Entry): number => sizeOf(elements) + containerSize
const roomBeside = (headline: RichTextElement[]): number => maxText - reserve - sizeOf(headline)

/** How many of the entries fit into one message beside its headline; a heading never comes last. */
const countThatFits = (headline: RichTextElement[], entries: readonly Entry[]): number => {
  const sections = new Set<number>()
  let left = roomBeside(headline)
  const end = entries.findIndex((entry) => {
    sections.add(entry.section)
    left -= entrySize(entry)
    return left < 0 || sections.size > maxBlocks - 2
  })
  if (end === -1) return entries.length
  return entries[end - 1]?.kind === 'heading' ? end - 1 : end
}

/** The entries that one message has room for; events are in one section, without a heading. */
const thatFit = (headline: RichTextElement[], entries: readonly Entry[]): Entry[] =>
  entries.some(({ bundle }) => bundle !== undefined)
    ? withinRoom(entries, roomBeside(headline), entrySize)
    : entries.slice(0, countThatFits(headline, entries))

const countLines = (entries: readonly Entry[]): number =>
  entries.filter(({ kind }) => kind === 'line').length

const andMore = (
  entries: readonly Entry[],
  kept: readonly Entry[],
  wording: AlertWording,
): string[] => {
  const left = countLines(entries) - countLines(kept)
  return left === 0 ? [] : [wording.andMore(left)]
}

/** What notifications and screen readers say: all of it, or as much as so many characters take. */
const fallback = (
  headline: Phrase,
  entries: readonly Entry[],
  wording: AlertWording,
  most: number,
): string => {
  const textOf = (phrase: Phrase) => escaped(plainText(phrase, wording))
  const first = textOf(headline)
  const end = andMore(entries, [], wording).map(escaped).join('')
  const room = most - first.length - 1 - end.length
  const kept = withinRoom(entries, room, ({ phrase }) => textOf(phrase).length + 1)
  const rest = andMore(entries, kept, wording).map(escaped)
  return [first, ...kept.map(({ phrase }) => textOf(phrase)), ...rest].join('\n')
}

/** Whether one message has room for all that is no mere news. */
export const slackHasRoomFor = (message: Message, wording: AlertWording): boolean =>
  hasRoomForNeeded(
    entriesOf(message, wording),
    roomBeside(richText(message.headline, wording)),
    entrySize,
  )

/** A message for Slack, of which news are left out, or else the last lines, at Slack's limits, with a count of them. */
export const renderSlack = (message: Message, wording: AlertWording): SlackMessage => {
  const headline = richText(message.headline, wording)
  const entries = entriesOf(message, wording)
  const kept = thatFit(headline, entries)
  const rest = andMore(entries, kept, wording).map((text) => paragraph(richText([text], wording)))
  return {
    text: fallback(message.headline, entries, wording, handyFallback),
    blocks: [...blocksOf(headline, kept), ...rest],
  }
}

/** The entries of each of as many posts as they take, one at least. */
const postsOf = (headline: RichTextElement[], entries: readonly Entry[]): Entry[][] => {
  const posts: Entry[][] = []
  let left = entries
  do {
    // A line that fits into no message is sent all the same.
    const count = Math.max(1, countThatFits(headline, left))
    posts.push(left.slice(0, count))
    left = left.slice(count)
  } while (left.length > 0)
  return posts
}

/** A message for Slack of which nothing may be left out: as many posts as it takes. */
export const renderSlackWhole = (message: Message, wording: AlertWording): SlackMessage[] => {
  const headline = richText(message.headline, wording)
  const posts = postsOf(headline, entriesOf(message, wording))
  return posts.map((entries, index) => {
    const part = posts.length === 1 ? [] : [` (${wording.partOf(index + 1, posts.length)})`]
    const named = [...message.headline, ...part]
    return {
      text: fallback(named, entries, wording, maxFallback),
      blocks: blocksOf(richText(named, wording), entries),
    }
  })
}
