type OwnedRecord = { id: string; employeeId: string }

/**
 * Records written from outside, laid over those of the organisation by id: a written record
 * replaces, a deleted one hides whatever the organisation has under its id, for ever.
 */
export type WrittenRecords<Item extends OwnedRecord> = {
  put(item: Item): void
  delete(id: string): void
  /** Deletes every record written for an employee. */
  deleteAllOf(employeeId: string): void
  /** The organisation's records of an employee, as they are with the written ones laid over. */
  over(employeeId: string, items: Item[]): Item[]
}

/** Holds written records in memory. */
export const createWrittenRecords = <Item extends OwnedRecord>(): WrittenRecords<Item> => {
  const written = new Map<string, Item | null>()
  const idsByEmployee = new Map<string, Set<string>>()

  const remove = (id: string) => {
    const employeeId = written.get(id)?.employeeId
    if (employeeId !== undefined) idsByEmployee.get(employeeId)?.delete(id)
    written.set(id, null)
  }
  const writtenFor = (employeeId: string): Item[] =>
    [...(idsByEmployee.get(employeeId) ?? [])].flatMap((id) => written.get(id) ?? [])

  return {
    put(item) {
      remove(item.id)
      written.set(item.id, item)
      const ids = idsByEmployee.get(item.employeeId) ?? new Set()
      idsByEmployee.set(item.employeeId, ids.add(item.id))
    },
    delete: remove,
    deleteAllOf(employeeId) {
      for (const { id } of writtenFor(employeeId)) remove(id)
    },
    over: (employeeId, items) => [
      ...items.filter((item) => !written.has(item.id)),
      ...writtenFor(employeeId),
    ],
  }
}
