import { type Draws, drawsOf } from '../../../local/workforce-service/organisation/random.ts'
import { day, type EpochMs, hour, minute } from '../oracle/moments.ts'
import type { Operation } from '../oracle/served.ts'
import type { Person } from '../organisation/history.ts'
import { leaverOf } from '../organisation/leavers.ts'
import type { FaultKind, Spell } from './faults.ts'

/** How the API fails one person. */
export type Refusal = 'server' | 'forbidden' | 'not-found' | 'lost' | 'throttled' | 'throttled-long'

type Failing = Spell & { operation: Operation | 'both'; refusal: Refusal }

export type TroublesOptions = {
  seed: number
  kinds: ReadonlySet<FaultKind>
  from: EpochMs
  to: EpochMs
  now: () => EpochMs
  people: readonly Person[]
  counts: Map<string, number>
}

const isIn = ({ from, to }: Spell, moment: EpochMs): boolean => moment >= from && moment < to

const spellIn = (draws: Draws, { from, to }: Spell, shortest: number, longest: number): Spell => {
  const start = from + draws.unit() * (to - from)
  return { from: start, to: Math.min(to, start + draws.whole(shortest, longest)) }
}

const several = <T>(draws: Draws, most: number, make: (n: number) => T): T[] =>
  Array.from({ length: draws.whole(1, most) }, (_, n) => make(n))

/**
 * What goes wrong for longer than one call, and for whom: of each kind decided at the
 * beginning, from draws of its own, so that no kind changes another's.
 */
export const createTroubles = (options: TroublesOptions) => {
  const { seed, kinds, now, people, counts } = options
  const whole: Spell = { from: options.from, to: options.to }
  /** A long run has outages that reach beyond the API's limits. */
  const isLong = options.to - options.from > 30 * day
  const drawsFor = (...name: (string | number)[]) => drawsOf('simulation', seed, ...name)
  const count = (kind: FaultKind): void => {
    counts.set(kind, (counts.get(kind) ?? 0) + 1)
  }
  /** What a kind decides; nothing where it is not selected. */
  const of = <T>(kind: FaultKind, make: (draws: Draws) => T[]): T[] =>
    kinds.has(kind) ? make(drawsFor('troubles', kind)) : []
  const holdsIn = (kind: FaultKind, spells: readonly Spell[] | undefined): boolean => {
    const holds = spells?.some((spell) => isIn(spell, now())) ?? false
    if (holds) count(kind)
    return holds
  }

  /** Some of the people: now and then those who come first. */
  const someOf = (draws: Draws, most: number): Person[] => {
    const number = draws.whole(1, Math.max(1, most))
    if (draws.chance(0.4)) return people.slice(0, number)
    const [first, ...others] = people
    return first === undefined ? [] : several(draws, number, () => draws.pick([first, ...others]))
  }
  const failing = new Map<string, Failing[]>()
  const fail = (id: string, how: Failing): void => {
    failing.set(id, [...(failing.get(id) ?? []), how])
  }
  of('failing-people', (draws) => {
    // Now and then more than half of them.
    const share = seed % 4 === 1 ? 0.8 : 0.3
    for (const { id } of someOf(draws, Math.floor(people.length * share))) {
      const { from, to } = spellIn(draws, whole, hour, isLong ? 60 * day : 90 * hour)
      const operation = draws.pick<Failing['operation']>(['both', 'clockings', 'absences'])
      const refusal = draws.pick<Refusal>(['server', 'server', 'forbidden', 'not-found', 'lost'])
      fail(id, { from, to: draws.chance(0.5) ? whole.to : to, operation, refusal })
    }
    return []
  })
  of('refused-leavers', () => {
    for (const { id } of people) {
      const leaver = leaverOf(id, { seed, ...whole })
      if (leaver === null) continue
      const { refusedFrom, returnsAt, operation, refusal } = leaver
      fail(id, { from: refusedFrom, to: returnsAt ?? whole.to, operation, refusal })
    }
    return []
  })
  of('throttled-people', (draws) => {
    for (const { id } of someOf(draws, people.length < 20 ? 1 : 2)) {
      const { from, to } = spellIn(draws, whole, hour, 60 * hour)
      const refusal = draws.pick<Refusal>(['throttled', 'throttled-long'])
      fail(id, { from, to, operation: 'both', refusal })
    }
    return []
  })
  const absencesRefused = of('absences-refused', (draws) =>
    several(draws, 2, () => ({
      ...spellIn(draws, whole, hour, isLong ? 60 * day : 48 * hour),
      refusal: draws.pick<Refusal>(['server', 'forbidden', 'lost']),
    })),
  )

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
  const nameless = new Set(
    histories.flatMap(([id]) =>
      kinds.has('nameless-records') && drawsFor('nameless-records', id).chance(0.5) ? [id] : [],
    ),
  )

  /** Spells that strike a share of everyone's answers. */
  const forMany = (kind: FaultKind, longest: number) =>
    of(kind, (draws) =>
      several(draws, 3, (n) => {
        const share = draws.pick([0.1, 0.4, 0.8, 1])
        const operation = draws.pick<Failing['operation']>(['both', 'clockings', 'absences'])
        const struck = new Set(
          people.filter(({ id }) => drawsFor(kind, n, id).chance(share)).map(({ id }) => id),
        )
        const lag = draws.whole(5 * minute, 6 * hour)
        const often = draws.pick([0.4, 1])
        return { ...spellIn(draws, whole, 5 * minute, longest), operation, struck, lag, often }
      }),
    )
  // A few hours, or a day and more.
  const empty = forMany('empty-answers', seed % 3 === 0 ? 30 * hour : 6 * hour)
  const stale = forMany('stale-answers', 6 * hour)
  const staleDraws = drawsFor('stale answers, each')
  const strikesNow = (
    spells: ReturnType<typeof forMany>,
    operation: Operation,
    id: string | null,
  ) =>
    spells.find(
      (each) =>
        isIn(each, now()) &&
        id !== null &&
        each.struck.has(id) &&
        (each.operation === 'both' || each.operation === operation),
    )

  const rosterShort = of('short-roster', (draws) =>
    several(draws, 3, () => ({
      ...spellIn(draws, whole, 10 * minute, 9 * hour),
      missing: new Set(someOf(draws, Math.floor(people.length * 0.15)).map(({ id }) => id)),
    })),
  )
  const brokenEmployees = of('broken-employee', (draws) => [
    ...someOf(draws, 1).map(({ id }) => ({ ...spellIn(draws, whole, hour, 72 * hour), id })),
    // Those who come later, from the first.
    ...people.flatMap(({ id, employment }) => {
      const first = employment[0]?.from ?? whole.from
      if (first <= whole.from || !draws.chance(0.5)) return []
      const to = Math.min(whole.to, first + draws.whole(2 * hour, 60 * hour))
      return [{ id, from: first, to }]
    }),
  ])
  const rosterOutages = of('roster-outage', (draws) => [spellIn(draws, whole, 6 * hour, 62 * hour)])
  const slow = of('slow-service', (draws) =>
    draws.chance(0.5) ? [whole] : several(draws, 2, () => spellIn(draws, whole, hour, 24 * hour)),
  )
  const unreadableItems = of('unreadable-items', (draws) =>
    someOf(draws, 3).map(({ id }) => ({ ...spellIn(draws, whole, hour, 40 * hour), id })),
  )
  const unreadableShards = of('unreadable-shards', (draws) => [
    { ...spellIn(draws, whole, hour, 30 * hour), id: '0001' },
  ])
  const outages = of('long-outage', (draws) => {
    if (isLong && draws.chance(0.4)) return [{ from: whole.from + 5 * day, to: whole.to }]
    const early = { from: whole.from, to: whole.from + (whole.to - whole.from) * 0.6 }
    return [spellIn(draws, early, 20 * hour, isLong ? 100 * day : 64 * hour)]
  })
  const hangs = of('topic-hangs', (draws) =>
    several(draws, 2, () => spellIn(draws, whole, 20 * minute, 9 * hour)),
  )
  const slips = drawsFor('slipping pages')
  const lastSlip = new Map<string, EpochMs>()

  return {
    /** Of what lasts, when and for whom. */
    spells: { slow, unreadableItems, unreadableShards },

    isOut: (): boolean => holdsIn('long-outage', outages),
    isTopicHanging: (): boolean => holdsIn('topic-hangs', hangs),
    isSlow: (): boolean => holdsIn('slow-service', slow),
    isItemUnreadable: (id: string): boolean =>
      unreadableItems.some((each) => each.id === id && holdsIn('unreadable-items', [each])),
    isShardUnreadable: (id: string): boolean =>
      unreadableShards.some((each) => each.id === id && holdsIn('unreadable-shards', [each])),

    /** Whether not even the id of a record can be read where it breaks the contract. */
    isNameless: (record: string): boolean => nameless.has(record),

    /** How a call fails, for reasons that last. */
    refusalOf: (operation: Operation, id: string | null): Refusal | null => {
      if (id === null) return holdsIn('roster-outage', rosterOutages) ? 'server' : null
      const one = failing
        .get(id)
        ?.find(
          (each) =>
            isIn(each, now()) && (each.operation === 'both' || each.operation === operation),
        )
      if (one !== undefined) {
        count(one.refusal.startsWith('throttled') ? 'throttled-people' : 'failing-people')
        return one.refusal
      }
      const all = absencesRefused.find((each) => operation === 'absences' && isIn(each, now()))
      if (all !== undefined) count('absences-refused')
      return all?.refusal ?? null
    },

    /** What an answer lacks, has broken, or tells late. */
    mannerOf: (operation: Operation, id: string | null) => {
      const missing = new Set<string>()
      const broken = new Set<string>()
      if (operation === 'employees') {
        for (const each of rosterShort)
          if (holdsIn('short-roster', [each])) for (const one of each.missing) missing.add(one)
        for (const each of brokenEmployees)
          if (holdsIn('broken-employee', [each])) broken.add(each.id)
        return { missing, broken, isEmpty: false, lag: 0 }
      }
      for (const [record, spells] of hiddenRecords)
        if (spells.some((spell) => isIn(spell, now()))) missing.add(record)
      for (const [record, spells] of badRecords)
        if (spells.some((spell) => isIn(spell, now()))) broken.add(record)
      for (const each of badPeople)
        if (each.id === id && holdsIn('unreadable-people', [each]))
          for (const record of each.records) broken.add(record)
      const isEmpty = strikesNow(empty, operation, id) !== undefined
      if (isEmpty) count('empty-answers')
      const late = strikesNow(stale, operation, id)
      const isLate = late !== undefined && staleDraws.chance(late.often)
      if (isLate) count('stale-answers')
      if (missing.size > 0) count('hidden-records')
      if (broken.size > 0) count('unreadable-records')
      return { missing, broken, isEmpty, lag: isLate ? late.lag : 0 }
    },

    /**
     * After which page one item slips to the page before, or null. Never twice within ten
     * minutes for one list, so that reading it again shows it whole.
     */
    slipAfter: (operation: Operation, id: string | null, pages: number): number | null => {
      const struck = slips.chance(0.06)
      const list = `${operation} ${id}`
      if (!kinds.has('shifted-pages') || !struck || pages < 2 || now() >= whole.to) return null
      if (now() - (lastSlip.get(list) ?? 0) < 10 * minute) return null
      lastSlip.set(list, now())
      count('shifted-pages')
      return slips.whole(0, pages - 2)
    },
  }
}
export type Troubles = ReturnType<typeof createTroubles>
