import type { Block, KnownBlock, RichTextElement, RichTextSection } from '@slack/types'

const shown = (element: RichTextElement): string => {
  if (element.type === 'date') return element.format
  if (element.type !== 'text') return ''
  return element.style?.bold ? `*${element.text}*` : element.text
}

const lineOf = ({ elements }: RichTextSection): string => elements.map(shown).join('')

/** Blocks of rich text as lines, about as Slack shows them: bold in asterisks, dates as they are written. */
export const shownBlocks = (blocks: readonly (KnownBlock | Block)[]): string[] =>
  blocks.flatMap((block) =>
    'elements' in block && block.type === 'rich_text'
      ? block.elements.flatMap((element) => {
          if (element.type === 'rich_text_section') return [lineOf(element)]
          return element.type === 'rich_text_list'
            ? element.elements.map((each) => `• ${lineOf(each)}`)
            : []
        })
      : [],
  )
