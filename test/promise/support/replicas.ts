import { personId } from './people.ts'
import type { System } from './system.ts'

/**
 * The first reading of each answer, about the first of all people or the roster, comes from a replica that has everything, all others
 * from one that lags.
 * @param lagging what that shows in place of some records
 */
export const laterReadingsLag = (
  { api }: System,
  of: string,
  lagging: (records: unknown[]) => unknown[],
) => {
  let readings = 0
  const over = api.trouble({
    on: (asked) => asked.of === of && [null, personId(1)].includes(asked.employeeId),
    before: ({ page }) => {
      if (page === 1) readings += 1
    },
    records: (records) => (readings === 1 ? records : lagging(records)),
  })
  const nextAnswer = () => {
    readings = 0
  }
  return { over, nextAnswer }
}

/** The same, from a replica that lacks some records. */
export const laterReadingsLack = (system: System, of: string, ids: string[]) =>
  laterReadingsLag(system, of, (records) =>
    records.filter((each) => !ids.includes((each as { id: string }).id)),
  )
