import { systems } from '../measuring/messages.ts'
import type { TableSection } from './rows.ts'

const number = new Intl.NumberFormat('en-GB', { maximumSignificantDigits: 3, useGrouping: false })

const shown = (cell: number | null): string => {
  if (cell === null || Number.isNaN(cell)) return '–'
  return cell >= 100 ? String(Math.round(cell)) : number.format(cell)
}

const linesOf = (sections: readonly TableSection[]): string[][] =>
  sections.flatMap(({ title, rows }) =>
    rows.map(({ label, cells }) => [`${title}: ${label}`, ...cells.map(shown)]),
  )

/** A table as Markdown has it, in columns that also a terminal shows straight. */
export const tableOf = (sections: readonly TableSection[]): string => {
  const lines = [['', ...systems], ...linesOf(sections)]
  const widths = ['', ...systems].map((_, column) =>
    Math.max(...lines.map((line) => (line[column] ?? '').length)),
  )
  const cell = (text: string, column: number) =>
    column === 0 ? text.padEnd(widths[column] ?? 0) : text.padStart(widths[column] ?? 0)
  const drawn = lines.map((line) => `| ${line.map(cell).join(' | ')} |`)
  const rule = widths.map((width, column) => '-'.repeat(column === 0 ? width : width - 1))
  const ruled = `| ${rule.map((dashes, column) => (column === 0 ? dashes : `${dashes}:`)).join(' | ')} |`
  return [drawn[0], ruled, ...drawn.slice(1)].join('\n')
}
