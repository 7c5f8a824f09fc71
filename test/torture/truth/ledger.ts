import { compare, type Finding, missingOf } from './compare.ts'
import type { Expected } from './expected.ts'
import { readTold, type Told } from './told.ts'
import type { Untruths } from './untruths.ts'

/** What was due, and what was told, side by side. */
export type Ledger = {
  expect: (event: Expected) => void
  /** Takes a line of stdout. @returns whether it is news */
  take: (line: string) => boolean
  /** Whether all that is due of an employee has been told. */
  isTold: (employeeId: string) => boolean
  /** How many events are due and not told. */
  pending: () => number
  findings: () => Finding[]
  /** All that was due, and every line as it was first seen. */
  record: () => { due: Expected[]; lines: string[] }
  counts: () => { due: number; optional: number; told: number; repeats: number }
}

/** Everyone's events, by employee. */
const byEmployee = <T>() => {
  const all = new Map<string, T[]>()
  const of = (employeeId: string): T[] => all.get(employeeId) ?? []
  const add = (employeeId: string, item: T) => all.set(employeeId, [...of(employeeId), item])
  return { all, of, add }
}

const notAnEvent = (line: string, at: number): Finding => ({
  kind: 'extra',
  employeeId: '',
  text: `a line that is not an event: ${line.slice(0, 200)}`,
  at,
})

const changedRepeat = ({ id, employeeId, type }: Told, at: number): Finding => ({
  kind: 'extra',
  employeeId,
  text: `id ${id} (${type}) was repeated with other content`,
  at,
})

export const createLedger = (untruths: Untruths): Ledger => {
  const due = byEmployee<Expected>()
  const told = byEmployee<Told>()
  const lines = new Map<string, string>()
  const oddities: Finding[] = []
  let repeats = 0

  const isTold = (employeeId: string) =>
    missingOf(due.of(employeeId), told.of(employeeId)).length === 0

  return {
    expect: (event) => void due.add(event.employeeId, event),
    take: (line) => {
      const event = readTold(line)
      if (event === null) {
        oddities.push(notAnEvent(line, Date.now()))
        return false
      }
      const before = lines.get(event.id)
      if (before !== undefined) {
        repeats += 1
        if (before !== line) oddities.push(changedRepeat(event, Date.now()))
        return false
      }
      lines.set(event.id, line)
      told.add(event.employeeId, event)
      return true
    },
    isTold,
    pending: () =>
      [...due.all].reduce((sum, [id, all]) => sum + missingOf(all, told.of(id)).length, 0),
    findings: () => [
      ...oddities,
      ...[...new Set([...due.all.keys(), ...told.all.keys()])].flatMap((id) =>
        compare(due.of(id), told.of(id), untruths),
      ),
    ],
    record: () => ({ due: [...due.all.values()].flat(), lines: [...lines.values()] }),
    counts: () => ({
      due: [...due.all.values()].flat().filter(({ isOptional }) => !isOptional).length,
      optional: [...due.all.values()].flat().filter(({ isOptional }) => isOptional).length,
      told: lines.size,
      repeats,
    }),
  }
}
