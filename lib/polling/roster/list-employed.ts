import type { EpochMs } from '../../attendance/moments.ts'
import type { WorkforceClient } from '../../workforce/client.ts'
import type { Employee } from '../../workforce/contract/employee.ts'
import { isNameless, numberedMarks } from '../../workforce/nameless.ts'
import { readWhole } from '../../workforce/whole-answer.ts'

/** Who is employed, says the API. */
export type RosterAnswer = {
  employees: ReadonlyMap<string, Employee>
  /** Who is on it and cannot be read, by id. */
  unread: readonly string[]
  /** Marks of those whose id cannot be read either (lib/workforce/nameless.ts). */
  nameless: readonly string[]
  /** Those of all of these whom an earlier reading alone showed, by id. */
  vanished: readonly string[]
  /** Whether it is known to be whole: pages did not shift while they were read. */
  isComplete: boolean
}

const employed = {
  filters: { isTerminated: false },
  sortBy: [{ field: 'Id' as const, isAscending: true }],
}

/**
 * Lists everyone who is not terminated, all pages (spec section 4.1). Whom any reading of them shows is there: who has
 * left meanwhile is on no later one.
 * @param deadline by the clock of the machines
 * @throws {WorkforceError} where any page cannot be had
 */
export const listEmployed = async (
  api: Pick<WorkforceClient, 'listEmployees'>,
  deadline: EpochMs,
): Promise<RosterAnswer> => {
  const { records, rejected, isStable, vanished } = await readWhole(() =>
    api.listEmployees(employed, { deadline }),
  )
  const ids = [...rejected, ...vanished.rejected].map(({ id }) => id)
  const present = [...records, ...vanished.records].filter(
    ({ _metadata }) => !_metadata.isTerminated,
  )
  return {
    employees: new Map(present.map((employee) => [employee.id, employee])),
    unread: ids.filter((id) => !isNameless(id)),
    nameless: numberedMarks(ids.filter(isNameless)),
    vanished: [...vanished.records, ...vanished.rejected].map(({ id }) => id),
    isComplete: isStable,
  }
}
