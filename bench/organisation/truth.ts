import { clockingOf } from './day.ts'

/** A change as it can be told: its type, without what all have in front, and the record's id. */
export type KeyedChange = { key: string; time: string }

/** The key of a change: at most one of a type happens to a record here. */
export const keyOf = (type: string, recordId: string): string => `${type} ${recordId}`

/** Everything that an employee does on a day, in order. */
const changesOf = (employee: number, dayNumber: number): KeyedChange[] => {
  const { id, start, end, breaks } = clockingOf(employee, dayNumber)
  const change = (type: string, recordId: string, time: string | null): KeyedChange[] =>
    time === null ? [] : [{ key: keyOf(type, recordId), time }]
  return [
    ...change('attendance.clocked-in', id, start),
    ...breaks.flatMap((each) => [
      ...change('attendance.break-started', each.id, each.start),
      ...change('attendance.break-ended', each.id, each.end),
    ]),
    ...change('attendance.clocked-out', id, end),
  ]
}

/** Everything that happens in the organisation on a day. */
export const truthOf = (employees: number, dayNumber: number): KeyedChange[] =>
  Array.from({ length: employees }, (_, employee) => changesOf(employee, dayNumber)).flat()

/** How what was told differs from the truth: numbers of changes. */
export type Difference = {
  missed: number
  /** Told, and never happened. */
  invented: number
  /** Told more than once. */
  repeated: number
}

/** Compares what was told with the truth. @param told keys of changes */
export const differenceFrom = (
  truth: readonly KeyedChange[],
  told: readonly string[],
): Difference => {
  const happened = new Set(truth.map(({ key }) => key))
  const heard = new Set(told)
  return {
    missed: [...happened].filter((key) => !heard.has(key)).length,
    invented: [...heard].filter((key) => !happened.has(key)).length,
    repeated: told.length - heard.size,
  }
}
