import { english } from '../../../../lib/alerts/wording/en.ts'
import type { Mailing } from '../../../../lib/alerts/wording/message.ts'
import type { Wording } from '../../../../lib/alerts/wording/wording.ts'
import type { Said } from '../observed.ts'

const mark = (id: string): string => ` ⟨${id}⟩`
const allClear = ' ⟨all clear⟩'

/**
 * English that names what it tells beside each sentence, so that an observer knows it again.
 * @param much what stands in each sentence of a list besides, so that a list of few is too long
 */
export const traceable = ({ digestId = '', much = '' } = {}): Wording => ({
  ...english,
  event: (event, reading) => [
    ...english.event(event, reading),
    ...(much === '' || reading.isBrief ? [] : [` ${much}`]),
    mark(event.id),
  ],
  back: (event, reading) => [
    ...english.back(event, reading),
    ...(much === '' || reading.isBrief ? [] : [` ${much}`]),
    mark(event.id),
  ],
  allClear: (sentence) => [...english.allClear(sentence), allClear],
  digest: {
    ...english.digest,
    headline: (...about) => [...english.digest.headline(...about), mark(digestId)],
    nothing: (...about) => [...english.digest.nothing(...about), mark(digestId)],
  },
})

/** What a mailing tells. */
export type Telling = Pick<Said, 'things' | 'allClears' | 'sentences' | 'leftOut'>

export const nothing: Telling = {
  things: [],
  allClears: new Set(),
  sentences: new Map(),
  leftOut: [],
}

/** What a mailing tells, and in which words, and what of that as the end of something overdue. */
export const toldBy = ({ messages }: Mailing): Telling => {
  const phrases = messages
    .flatMap(({ headline, sections }) => [headline, ...sections.flatMap(({ lines }) => lines)])
    .map((phrase) => phrase.filter((part) => typeof part === 'string'))
  const idsIn = (texts: readonly string[]): string[] =>
    texts.filter((text) => text !== allClear).flatMap((text) => /⟨(.+)⟩/.exec(text)?.[1] ?? [])
  const clears = phrases.filter((texts) => texts.includes(allClear))
  return {
    things: phrases.flatMap(idsIn),
    allClears: new Set(clears.flatMap(idsIn)),
    sentences: new Map(phrases.flatMap((texts) => idsIn(texts).map((id) => [id, texts.join('')]))),
    leftOut: [],
  }
}

/** What of a mailing is shown by what went out of it; what had no room is left out. */
export const shownOf = ({ things, allClears, sentences }: Telling, bytes: string): Telling => {
  // A notification says as much as it has room for, and the message itself all that it shows.
  const message: { blocks?: unknown } = JSON.parse(bytes)
  const text = message.blocks === undefined ? bytes : JSON.stringify(message.blocks)
  const isShown = (id: string): boolean => text.includes(mark(id))
  return {
    things: things.filter(isShown),
    allClears: new Set([...allClears].filter(isShown)),
    sentences: new Map([...sentences].filter(([id]) => isShown(id))),
    leftOut: things.filter((id) => !isShown(id)),
  }
}
