import { personId } from './people.ts'
import type { System } from './system.ts'

const isRecord = (value: unknown): value is { id: string } =>
  typeof value === 'object' && value !== null && 'id' in value

/** Serves a record in a shape that breaks the contract. @returns what mends it */
export const spoil = (
  { api }: System,
  id: string,
  change: object = { start: 'soon' },
): (() => void) =>
  api.trouble({
    on: ({ of }) => of === 'clockings' || of === 'absences',
    records: (records) =>
      records.map((each) => (isRecord(each) && each.id === id ? { ...each, ...change } : each)),
  })

/** Serves somebody's record on the roster in a shape that breaks the contract. @returns what mends it */
export const spoilEmployee = ({ api }: System, n: number, change: object): (() => void) =>
  api.trouble({
    on: ({ of }) => of === 'employees',
    records: (records) =>
      records.map((each) =>
        isRecord(each) && each.id === personId(n) ? { ...each, ...change } : each,
      ),
  })
