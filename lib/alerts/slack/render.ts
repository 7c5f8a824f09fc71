import type { KnownBlock, SectionBlock } from '@slack/types'
import type { Message } from '../message.ts'
import { plainText } from '../plain-text.ts'
import type { Wording } from '../wording/wording.ts'
import { escaped, mrkdwn } from './text.ts'

/** What is posted to an incoming webhook. */
export type SlackMessage = { text: string; blocks: KnownBlock[] }

/** Slack's limits: blocks of a message, and characters of a section and of the fallback text. */
const maxBlocks = 50
const maxSection = 3_000
const maxFallback = 4_000

/** A heading or a line of a message; only lines are counted. */
type Entry = { text: string; lines: number }

const section = ({ text }: Entry): SectionBlock => ({
  type: 'section',
  // Verbatim, so that nothing in a name becomes a link or a mention.
  text: { type: 'mrkdwn', text, verbatim: true },
})

const entriesOf = ({ sections }: Message, wording: Wording): Entry[] =>
  sections.flatMap(({ heading, lines }) => [
    ...(heading === null ? [] : [{ text: `*${mrkdwn(heading, wording)}*`, lines: 0 }]),
    ...lines.map((line) => ({ text: `• ${mrkdwn(line, wording)}`, lines: 1 })),
  ])

/** Entries in as few sections as fit. One entry alone always fits, since names are cut. */
const packed = (entries: readonly Entry[]): Entry[] => {
  const chunks: Entry[] = []
  for (const { text, lines } of entries) {
    const current = chunks.at(-1)
    if (current !== undefined && current.text.length + 1 + text.length <= maxSection) {
      current.text += `\n${text}`
      current.lines += lines
    } else chunks.push({ text: text.slice(0, maxSection), lines })
  }
  return chunks
}

const countLines = (chunks: readonly Entry[]): number =>
  chunks.reduce((count, { lines }) => count + lines, 0)

const headlineOf = ({ headline }: Message, wording: Wording): Entry => ({
  text: mrkdwn(headline, wording).slice(0, maxSection),
  lines: 0,
})

/** What notifications and screen readers tell: the whole message, or as much as they take. */
const fallback = (message: Message, wording: Wording): string => {
  const headline = escaped(plainText(message.headline, wording))
  const lines = message.sections.flatMap(({ heading, lines }) => [
    ...(heading === null ? [] : [{ text: escaped(plainText(heading, wording)), counts: 0 }]),
    ...lines.map((line) => ({ text: escaped(plainText(line, wording)), counts: 1 })),
  ])
  let text = headline.slice(0, maxFallback)
  for (const [index, line] of lines.entries()) {
    const left = lines.slice(index).reduce((count, { counts }) => count + counts, 0)
    const end = `\n${escaped(wording.andMore(left))}`
    if (text.length + 1 + line.text.length + end.length > maxFallback) return `${text}${end}`
    text += `\n${line.text}`
  }
  return text
}

/** A message for Slack, cut at Slack's limits with a count of what was left out. */
export const renderSlack = (message: Message, wording: Wording): SlackMessage => {
  const body = packed(entriesOf(message, wording))
  const isCut = body.length + 1 > maxBlocks
  const kept = isCut ? body.slice(0, maxBlocks - 2) : body
  const left = countLines(body) - countLines(kept)
  const rest = isCut ? [{ text: escaped(wording.andMore(left)), lines: 0 }] : []
  return {
    text: fallback(message, wording),
    blocks: [headlineOf(message, wording), ...kept, ...rest].map(section),
  }
}

/** A message for Slack of which nothing may be left out: as many posts as it takes. */
export const renderSlackWhole = (message: Message, wording: Wording): SlackMessage[] => {
  const body = packed(entriesOf(message, wording))
  const parts = Math.max(1, Math.ceil(body.length / (maxBlocks - 1)))
  const headline = headlineOf(message, wording)
  return Array.from({ length: parts }, (_, index) => {
    const part = parts === 1 ? '' : ` (${escaped(wording.partOf(index + 1, parts))})`
    const kept = body.slice(index * (maxBlocks - 1), (index + 1) * (maxBlocks - 1))
    return {
      text: `${fallback({ ...message, sections: [] }, wording)}${part}`,
      blocks: [{ ...headline, text: `${headline.text}${part}` }, ...kept].map(section),
    }
  })
}
