import { hour, minute } from '../oracle/moments.ts'
import { type Deciding, isIn, several, spellIn, type TroublesOptions } from './deciding.ts'
import type { FaultKind } from './faults.ts'

/** Which records are kept back or broken for long, and whose id cannot be read then. */
export const createBadRecords = (
  { kinds, now, people }: TroublesOptions,
  { of, drawsFor, someOf, count, holdsIn, whole }: Deciding,
) => {
  const histories = people.flatMap(({ clockings, absences }) => [...clockings, ...absences])
  const recordSpells = (kind: FaultKind, share: number, most: number, longest: number) =>
    new Map(
      histories.flatMap(([id, versions]) => {
        const first = versions[0]?.from
        if (!kinds.has(kind) || first === undefined) return []
        const draws = drawsFor('troubles', kind, id)
        if (!draws.chance(share)) return []
        const near = { from: first - hour, to: Math.min(whole.to, first + 30 * hour) }
        const spells = several(draws, most, () => spellIn(draws, near, 5 * minute, longest))
        return [[id, spells.map(({ from, to }) => ({ from, to: Math.min(to, whole.to) }))]] as const
      }),
    )
  const hiddenRecords = recordSpells('hidden-records', 0.06, 3, 7 * hour)
  const badRecords = recordSpells('unreadable-records', 0.05, 1, 100 * hour)

  const badPeople = of('unreadable-people', (draws) =>
    someOf(draws, 3).map(({ id, clockings, absences }) => ({
      ...spellIn(draws, whole, 4 * hour, 60 * hour),
      id,
      records: [...clockings.keys(), ...absences.keys()],
    })),
  )
  // One of a kind and a person.
  const nameless = new Set(
    people.flatMap(({ id, clockings, absences }) => {
      if (!kinds.has('nameless-records')) return []
      const draws = drawsFor('nameless-records', id)
      return [[...clockings.keys()], [...absences.keys()]].flatMap(
        (ids) => ids[draws.whole(0, Math.max(0, ids.length - 1))] ?? [],
      )
    }),
  )

  return {
    isNameless: (record: string): boolean => nameless.has(record),

    /** The records that an answer about somebody lacks or has broken. */
    of: (id: string | null) => {
      const missing = new Set<string>()
      const broken = new Set<string>()
      for (const [record, spells] of hiddenRecords)
        if (spells.some((spell) => isIn(spell, now()))) missing.add(record)
      for (const [record, spells] of badRecords)
        if (spells.some((spell) => isIn(spell, now()))) broken.add(record)
      for (const each of badPeople)
        if (each.id === id && holdsIn('unreadable-people', [each]))
          for (const record of each.records) broken.add(record)
      if (missing.size > 0) count('hidden-records')
      if (broken.size > 0) count('unreadable-records')
      return { missing, broken }
    },
  }
}
