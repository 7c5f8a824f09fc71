import { styleText } from 'node:util'

/** What a part of a line is; each has its colour. */
const styles = {
  aside: 'dim',
  name: 'bold',
  arrival: 'green',
  departure: 'blue',
  absence: 'magenta',
  attention: 'yellow',
  message: 'cyan',
  problem: 'red',
} as const
export type Style = keyof typeof styles

/** Gives a text the colour of what it is. */
export type Paint = (style: Style, text: string) => string

/** Paints for a stream: colours where it is a terminal that has them, unless `NO_COLOR` is set. */
export const paintFor =
  (stream: NodeJS.WritableStream): Paint =>
  (style, text) =>
    styleText(styles[style], text, { stream })

/** Leaves every text as it is. */
export const plain: Paint = (_style, text) => text
