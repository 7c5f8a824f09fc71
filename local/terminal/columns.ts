import wrapAnsi from 'wrap-ansi'

/** Every line fits a terminal of so many columns. */
const columns = 80
/** A space at which no line is broken; it is shown as any other. */
export const unbroken = '\u00a0'

/** Whether a text, colours aside, fits one line. */
export const fits = (text: string): boolean =>
  !wrapAnsi(text, columns, { trim: false }).includes('\n')

/**
 * A text after a lead, broken between words where it does not fit: what follows stands below its
 * beginning, behind the bar of the lead where that has one. A word too long for a line stays whole.
 */
export const behind = (lead: string, text: string): string =>
  wrapAnsi(text, columns - lead.length)
    .split('\n')
    .map((part, index) => (index === 0 ? lead : lead.replace(/[^│]/g, ' ')) + part)
    .join('\n')
    .replaceAll(unbroken, ' ')
