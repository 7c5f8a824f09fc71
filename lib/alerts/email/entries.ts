import type { Bundle, Message } from '../wording/message.ts'
import { plainText } from '../wording/plain-text.ts'
import type { AlertWording } from '../wording/wording.ts'

/** A paragraph or a line of a mail, before it is plain text or HTML. */
export type Entry = {
  kind: 'headline' | 'section' | 'heading' | 'line' | 'more'
  text: string
  bundle?: Bundle | undefined
}

/** A message as paragraphs and lines; each section begins with a mark of its own. */
export const entriesOf = ({ headline, sections }: Message, wording: AlertWording): Entry[] => [
  { kind: 'headline', text: plainText(headline, wording) },
  ...sections.flatMap(({ heading, lines, bundles }): Entry[] => [
    { kind: 'section', text: '' },
    ...(heading === null ? [] : [{ kind: 'heading' as const, text: plainText(heading, wording) }]),
    ...lines.map((line, index) => ({
      kind: 'line' as const,
      text: plainText(line, wording),
      bundle: bundles?.[index],
    })),
  ]),
]

const textOf = ({ kind, text }: Entry, index: number): string => {
  if (kind === 'line') return `- ${text}`
  return kind === 'headline' && index > 0 ? `\n\n${text}` : text
}

/** Entries as lines of plain text. */
export const plainLines = (entries: readonly Entry[]): string[] => entries.map(textOf)

const characters: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => characters[character] ?? character)

const htmlOf = ({ kind, text }: Entry): string => {
  const shown = escaped(text)
  switch (kind) {
    case 'headline':
      return `<p style="font-size:1.15em"><strong>${shown}</strong></p>`
    case 'section':
      return ''
    case 'heading':
      return `<h3 style="margin-bottom:.3em">${shown}</h3>`
    case 'line':
      return `<li dir="auto">${shown}</li>`
    case 'more':
      return `<p>${shown}</p>`
  }
}

/** Entries as a page of HTML, in which nothing of a name is markup. */
export const htmlPage = (title: string, entries: readonly Entry[]): string => {
  const body: string[] = []
  let isInList = false
  for (const entry of entries) {
    const isLine = entry.kind === 'line'
    if (isLine !== isInList) body.push(isLine ? '<ul>' : '</ul>')
    isInList = isLine
    body.push(htmlOf(entry))
  }
  if (isInList) body.push('</ul>')
  return [
    '<!doctype html>',
    `<html lang="en"><head><meta charset="utf-8"><title>${escaped(title)}</title></head>`,
    '<body style="font-family:sans-serif">',
    ...body.filter((line) => line !== ''),
    '</body></html>',
  ].join('\n')
}
