import { closestMatch } from 'leven'

/** Nobody mistypes a longer word. */
const longest = 60

/** Whether one word is how the other begins: `monday` and `mon`. */
const isBeginning = (a: string, b: string): boolean =>
  Math.min(a.length, b.length) >= 3 && (a.startsWith(b) || b.startsWith(a))

/** The word of which another is a misspelling, whatever its case; null where it is a word of its own. */
export const misspelt = (word: string, candidates: readonly string[]): string | null => {
  if (word.length > longest) return null
  const byLowerCase = new Map(candidates.map((each) => [each.toLowerCase(), each]))
  const maxDistance = Math.ceil(word.length / 3)
  const match = closestMatch(word.toLowerCase(), [...byLowerCase.keys()], { maxDistance })
  return match === undefined ? null : (byLowerCase.get(match) ?? null)
}

/** The word that somebody may have meant, whatever its case; null where none is like it. */
export const nearest = (word: string, candidates: readonly string[]): string | null => {
  if (word.length > longest) return null
  const lowerCase = word.toLowerCase()
  return (
    misspelt(word, candidates) ??
    candidates.find((each) => isBeginning(lowerCase, each.toLowerCase())) ??
    null
  )
}

/** `; did you mean "office"?`, or nothing. */
export const didYouMean = (meant: string | null): string =>
  meant === null ? '' : `; did you mean "${meant}"?`
