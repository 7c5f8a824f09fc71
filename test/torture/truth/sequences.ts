import type { Finding } from './compare.ts'
import type { Told } from './told.ts'

/** Where the numbers of one employee's events do not run from 1 on, each once. */
export const sequenceFindings = (told: readonly Told[]): Finding[] =>
  told
    .toSorted((a, b) => a.sequence - b.sequence)
    .flatMap(({ sequence, employeeId, type, id, recordedAt: at }, index, all): Finding[] => {
      const due = (all[index - 1]?.sequence ?? 0) + 1
      if (sequence === due) return []
      const text =
        sequence < due
          ? `${sequence} is used again by ${type}, id ${id}`
          : `${due} is missing before ${sequence}, ${type}, id ${id}`
      return [{ kind: 'sequence', employeeId, text, at }]
    })
