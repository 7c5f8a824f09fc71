/** A line of what happened; about an employee, or about all (null). */
export type Entry = { at: number; employeeId: string | null; text: string }

/** Everything that was done to the system and its world, in order. */
export type Journal = {
  note: (text: string, employeeId?: string) => void
  /** What concerns an employee within a span around a moment, in milliseconds. */
  around: (employeeId: string, at: number, span: number) => Entry[]
}

/** @param tell told of what concerns all, as it happens */
export const createJournal = (tell: (text: string) => void): Journal => {
  const entries: Entry[] = []
  return {
    note: (text, employeeId) => {
      entries.push({ at: Date.now(), employeeId: employeeId ?? null, text })
      if (employeeId === undefined) tell(text)
    },
    around: (employeeId, moment, span) =>
      entries.filter(
        (entry) =>
          Math.abs(entry.at - moment) <= span &&
          (entry.employeeId === null || entry.employeeId === employeeId),
      ),
  }
}
