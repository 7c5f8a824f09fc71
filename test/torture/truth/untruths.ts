/** What the API shows too little of: the roster, or the records of employees. */
export type UntrueArea = 'roster' | 'records'

/** A spell in which answers looked whole and were not. */
type Untruth = { area: UntrueArea; employeeId: string | null; from: number; to: number }

/** When answers looked whole and were not: then nobody can say what the system was shown. */
export type Untruths = {
  /** @param employeeId null where it is about everyone @returns ends it */
  begin: (area: UntrueArea, employeeId: string | null) => () => void
  /** Whether any was going on for an employee in a span, epoch milliseconds. */
  touch: (area: UntrueArea, employeeId: string, from: number, to: number) => boolean
}

export const createUntruths = (): Untruths => {
  const all: Untruth[] = []
  return {
    begin: (area, employeeId) => {
      const untruth: Untruth = { area, employeeId, from: Date.now(), to: Number.POSITIVE_INFINITY }
      all.push(untruth)
      return () => {
        untruth.to = Date.now()
      }
    },
    touch: (area, employeeId, from, to) =>
      all.some(
        (each) =>
          each.area === area &&
          (each.employeeId === null || each.employeeId === employeeId) &&
          each.from <= to &&
          each.to >= from,
      ),
  }
}
