import { type EpochMs, hour, minute } from '../oracle/moments.ts'
import type { Asked } from '../oracle/served.ts'
import { farIdsOf } from '../organisation/far-records.ts'
import { lateBreakOf } from '../organisation/late-breaks.ts'
import { namelessTwins, twinIdsIn } from '../organisation/twins.ts'
import { type Deciding, isIn, several, spellIn, type TroublesOptions } from './deciding.ts'
import type { FaultKind } from './fault-kinds.ts'
import type { Spell } from './faults.ts'

/** Which records are kept back or broken for long, and whose id cannot be read then. */
export const createBadRecords = (
  { seed, kinds, now, people }: TroublesOptions,
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

  const late = new Map(
    histories.flatMap(([id, versions]) => {
      const spell = kinds.has('late-breaks') ? lateBreakOf(id, versions, { seed, ...whole }) : null
      return spell === null ? [] : [[id, spell] as const]
    }),
  )

  /** Whether it is while they are asked about that somebody's records become unreadable. */
  const loses = (id: string): boolean =>
    kinds.has('lost-ids') && drawsFor('lost-ids', id).chance(0.5)
  const losing = drawsFor('lost ids, each')
  /** What was last asked about somebody, and the record that has lost its id since; by list. */
  const asked = new Map<string, { at: EpochMs; range: Asked['range'] }>()
  const lost = new Map<string, Spell & { record: string }>()

  /** Whether part of what was asked about somebody a moment ago is asked about again. */
  const isAskedAgain = (list: string, { from, to }: Asked['range']): boolean => {
    const last = asked.get(list)
    if (last === undefined || now() - last.at > minute) return false
    return from < last.range.to && to > last.range.from
  }

  /**
   * Between two questions of one poll a record may become unreadable: one of a kind and a person, where
   * the second question asks about some of what the first did.
   */
  const lose = ({ operation, employeeId: id, range }: Asked, records: readonly string[]): void => {
    const list = `${operation} ${id}`
    const isAgain = isAskedAgain(list, range)
    asked.set(list, { at: now(), range })
    const record = records[losing.whole(0, Math.max(0, records.length - 1))]
    if (record === undefined || id === null || lost.has(list) || !loses(id)) return
    if (now() >= whole.to || !isAgain || !losing.chance(0.3)) return
    const to = Math.min(whole.to, now() + losing.whole(30 * minute, 60 * hour))
    lost.set(list, { from: now(), to, record })
  }

  const badPeople = of('unreadable-people', (draws) =>
    someOf(draws, 3).map(({ id, clockings, absences }) => ({
      ...spellIn(draws, whole, 4 * hour, 60 * hour),
      id,
      records: [...clockings.keys(), ...absences.keys()],
    })),
  )
  const twinIds = new Set(
    kinds.has('twins')
      ? people.flatMap(({ clockings, absences }) => [clockings, absences].flatMap(twinIdsIn))
      : [],
  )
  // One of a kind and a person.
  const nameless = new Set(
    people.flatMap(({ id, clockings, absences }) => {
      if (!kinds.has('nameless-records') || loses(id)) return []
      const draws = drawsFor('nameless-records', id)
      return [clockings, absences].flatMap((records) => {
        const id = [...records.keys()][draws.whole(0, Math.max(0, records.size - 1))]
        return id === undefined || twinIds.has(id) ? [] : [id]
      })
    }),
  )

  const far = new Set(kinds.has('far-records') ? people.flatMap(({ id }) => farIdsOf(id)) : [])
  const twins = kinds.has('twins')
    ? people.flatMap(({ clockings, absences }) =>
        [clockings, absences].flatMap((records) => namelessTwins(records, { seed, ...whole })),
      )
    : []
  const namelessTwinsNow = (): string[] =>
    twins.filter((phase) => isIn(phase, now())).flatMap(({ ids }) => ids)

  return {
    /** Whether not even the id of a record can be read where it breaks the contract. */
    isNameless: (record: string): boolean =>
      nameless.has(record) ||
      far.has(record) ||
      [...lost.values()].some((each) => each.record === record) ||
      namelessTwinsNow().includes(record),

    /**
     * In what form a record comes whose id cannot be read, but for its id: of some people, without a start that can be.
     * Of two such with the same content nobody can say which is which, where one of them never had an id.
     */
    namelessForm: ({ id, ...record }: { id: string }): object => {
      if (twinIds.has(id) || !('start' in record && 'employeeId' in record)) return record
      const isTimeless = drawsFor('times of nameless', `${record.employeeId}`).chance(0.3)
      return isTimeless ? { ...record, start: { at: record.start } } : record
    },

    /**
     * The records that an answer about somebody lacks or has broken.
     * @param records the ids of those that it should show
     */
    of: (question: Asked, records: readonly string[]) => {
      lose(question, records)
      const { operation, employeeId: id } = question
      const missing = new Set<string>()
      const broken = new Set<string>()
      for (const [record, spells] of hiddenRecords)
        if (spells.some((spell) => isIn(spell, now()))) missing.add(record)
      for (const [record, spells] of badRecords)
        if (spells.some((spell) => isIn(spell, now()))) broken.add(record)
      for (const [record, spell] of late) if (holdsIn('late-breaks', [spell])) broken.add(record)
      for (const each of badPeople)
        if (each.id === id && holdsIn('unreadable-people', [each]))
          for (const record of each.records) broken.add(record)
      const each = lost.get(`${operation} ${id}`)
      if (each !== undefined && holdsIn('lost-ids', [each])) broken.add(each.record)
      const isFar = records.filter((record) => far.has(record))
      if (isFar.length > 0) count('far-records')
      for (const record of isFar) broken.add(record)
      const twin = namelessTwinsNow().filter((record) => records.includes(record))
      if (twin.length > 0) count('twins')
      for (const record of twin) broken.add(record)
      if (missing.size > 0) count('hidden-records')
      if (broken.size > 0) count('unreadable-records')
      return { missing, broken }
    },
  }
}
