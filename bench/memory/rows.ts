import { wholeNumber } from '../../local/option-values.ts'
import type { Invocation } from './function-process.ts'

/** Reads an option that takes several numbers, separated by commas. */
export const numbers =
  (least: number, most: number) =>
  (text: string): number[] =>
    text.split(',').map(wholeNumber(least, most))

/** One row of a table in Markdown. */
export const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |\n`

/** What is said of each invocation. */
export const invocationColumns = (names: readonly string[]): string[] =>
  names.flatMap((name) => [`${name}: s`, 'CPU, s', 'peak, MB'])

/** The cells of so many invocations; a dash for each that did not come to its end. */
export const invocationCells = (taken: readonly Invocation[], count: number): string[] => {
  const cells = taken.flatMap(({ wall, cpu, peak }) => [
    (wall / 1_000).toFixed(1),
    (cpu / 1_000).toFixed(1),
    peak.toFixed(0),
  ])
  return Array.from({ length: 3 * count }, (_, n) => cells[n] ?? '–')
}
