import type { RichTextElement } from '@slack/types'
import { second } from '../../attendance/moments.ts'
import type { Moment, Phrase } from '../wording/phrase.ts'
import type { AlertWording } from '../wording/wording.ts'

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** Text for where Slack reads `<…>` as an instruction: `<!channel>` pings nobody. */
export const escaped = (text: string): string =>
  text.replace(/[&<>]/g, (character) => entities[character] ?? character)

/** A part of a sentence, before it is rich text. */
type Part = string | { moment: Moment }

/** A moment by the person's clock; where that is another than ours, the reader's stands beside it. */
const partsOf = (moment: Moment, wording: AlertWording): Part[] =>
  moment.elsewhere ? [`${wording.moment(moment)} (`, { moment }, ')'] : [wording.moment(moment)]

const dateOf = (
  moment: Moment,
  wording: AlertWording,
  style: { bold?: true },
): RichTextElement => ({
  type: 'date',
  timestamp: Math.floor(moment.at / second),
  format: wording.slackMoment(moment),
  fallback: wording.beside(moment),
  ...(style.bold && { style: { bold: true } }),
})

/**
 * A phrase as rich text. Slack shows its texts as they are: no `*`, `_`, `~`, backtick, `<` or `&` in
 * a name is markup, a link or a mention.
 */
export const richText = (
  phrase: Phrase,
  wording: AlertWording,
  style: { bold?: true } = {},
): RichTextElement[] => {
  const parts = phrase.flatMap((part): Part[] =>
    typeof part === 'string' ? [part] : partsOf(part, wording),
  )
  const elements: RichTextElement[] = []
  for (const part of parts) {
    const last = elements.at(-1)
    if (typeof part !== 'string') elements.push(dateOf(part.moment, wording, style))
    else if (last?.type === 'text') last.text += part
    else if (part !== '')
      elements.push({ type: 'text', text: part, ...(style.bold && { style: { bold: true } }) })
  }
  return elements
}

/** How many characters of rich text Slack counts, about. */
export const sizeOf = (elements: readonly RichTextElement[]): number =>
  elements.reduce((size, element) => {
    if (element.type === 'text') return size + element.text.length
    return element.type === 'date' ? size + (element.fallback?.length ?? 0) : size
  }, 0)
