import type { Absence } from '../../../lib/workforce/contract/absence.ts'
import type { Clocking } from '../../../lib/workforce/contract/clocking.ts'
import type { Employee } from '../../../lib/workforce/contract/employee.ts'
import type { EpochMs } from '../oracle/moments.ts'

/** What the API shows from a moment on; null: no such record. */
export type Version<T> = { from: EpochMs; record: T | null }

/** All versions of one record, oldest first. */
export type Versions<T> = readonly Version<T>[]

/** All that the API ever shows of one person: the ground truth. */
export type Person = {
  id: string
  /** Where they live and clock in. */
  zone: string
  employment: Versions<Employee>
  clockings: ReadonlyMap<string, Versions<Clocking>>
  absences: ReadonlyMap<string, Versions<Absence>>
}

/** The record as the API shows it at a moment. */
export const shownAt = <T>(versions: Versions<T>, moment: EpochMs): T | null =>
  versions.findLast(({ from }) => from <= moment)?.record ?? null

/** Whether somebody is employed at a moment, so that a roster of then shows them. */
export const isEmployedAt = ({ employment }: Person, moment: EpochMs): boolean => {
  const record = shownAt(employment, moment)
  return record !== null && !record._metadata.isTerminated
}

/** Every version that the API shows at some moment of a span, null included. */
export const shownWithin = <T>(versions: Versions<T>, from: EpochMs, to: EpochMs): (T | null)[] => [
  shownAt(versions, from),
  ...versions.filter((version) => version.from > from && version.from <= to).map((v) => v.record),
]

/** Collects the versions of one record. */
export const createHistory = <T>() => {
  const versions: Version<T>[] = []
  return {
    /** Shows a record, or its absence, from a moment on; what was to come later is overruled. */
    show: (from: EpochMs, record: T | null): void => {
      while ((versions.at(-1)?.from ?? Number.NEGATIVE_INFINITY) >= from) versions.pop()
      versions.push({ from, record })
    },
    /** What stands last, or null. */
    last: (): T | null => versions.at(-1)?.record ?? null,
    until: (end: EpochMs): Versions<T> => versions.filter(({ from }) => from <= end),
  }
}
export type History<T> = ReturnType<typeof createHistory<T>>
