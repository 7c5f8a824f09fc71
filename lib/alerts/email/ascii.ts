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
export const asAscii = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[‘’]/g, "'")
    .replace(/[–—]/g, '-')
    .replace(/\p{L}/gu, (letter) => letters[letter] ?? letter)

export const isPrintableAscii = (text: string): boolean => /^[\x20-\x7e]+$/.test(text)
