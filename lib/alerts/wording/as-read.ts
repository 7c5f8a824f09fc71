/**
 * A text as a reader sees it: a letter and its mark are one, however they are written, and what is invisible is not there. Systems that
 * names are imported from write `ë` in either way.
 */
export const asRead = (text: string): string => text.normalize('NFKC').replace(/\p{Cf}/gu, '')
