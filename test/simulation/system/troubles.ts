import { day, type EpochMs, hour, minute } from '../oracle/moments.ts'
import type { Asked, Operation } from '../oracle/served.ts'
import { createPickyChannels } from './alerts/picky-channels.ts'
import { createBadRecords } from './bad-records.ts'
import { createDeciding, isIn, several, spellIn, type TroublesOptions } from './deciding.ts'
import { createFailingPeople, type Failing, type Refusal } from './failing-people.ts'
import type { FaultKind } from './fault-kinds.ts'
import { createHangingPeople } from './hanging-people.ts'

/**
 * What goes wrong for longer than one call, and for whom: of each kind decided at the
 * beginning, from draws of its own, so that no kind changes another's.
 */
export const createTroubles = (options: TroublesOptions) => {
  const { seed, now, people } = options
  const deciding = createDeciding(options)
  const { of, whole, isLong, drawsFor, count, holdsIn, someOf } = deciding
  const failureOf = createFailingPeople(options, deciding)
  const takenFor = createHangingPeople(options, deciding)
  const badRecords = createBadRecords(options, deciding)
  const dislikeOf = createPickyChannels(options, deciding)
  /** Spells in which one of both questions is answered to nobody. */
  const refused = (kind: FaultKind) =>
    of(kind, (draws) =>
      several(draws, 2, (n) => ({
        ...spellIn(draws, whole, hour, isLong ? 60 * day : 48 * hour),
        refusal:
          isLong && n === 0 ? 'server' : draws.pick<Refusal>(['server', 'forbidden', 'lost']),
      })),
    )
  const refusedKinds = { absences: 'absences-refused', clockings: 'clockings-refused' } as const
  const refusedSpells = {
    absences: refused(refusedKinds.absences),
    clockings: refused(refusedKinds.clockings),
  }

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
  // Those of whom not even the id can be read on the roster, some of them from the first.
  const namelessPeople = of('nameless-people', (draws) =>
    someOf(draws, 4).map(({ id, employment }) => {
      const spell = spellIn(draws, whole, 2 * hour, isLong ? 20 * day : 70 * hour)
      const first = Math.max(whole.from, employment[0]?.from ?? whole.from)
      return draws.chance(0.4)
        ? { id, from: first, to: Math.min(whole.to, first + spell.to - spell.from) }
        : { id, ...spell }
    }),
  )
  /** Single refreshes that are told what was so hours ago, never two in a row. */
  const staleRosters = of('stale-rosters', (draws) =>
    Array.from({ length: isLong ? 40 : 8 }, () => {
      const from = whole.from + hour + draws.unit() * (whole.to - whole.from)
      return { from, to: Math.min(whole.to, from + (isLong ? 11 * hour : 50 * minute)) }
    })
      .sort((a, b) => a.from - b.from)
      .filter((each, n, all) => each.from - (all[n - 1]?.to ?? 0) > (isLong ? 26 : 9) * hour),
  )
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
  // The system is there, and the API answers nobody.
  const apiOutages = of('api-outage', (draws) => {
    const early = { from: whole.from, to: whole.from + (whole.to - whole.from) * 0.6 }
    const refusal = draws.pick<Refusal>(['server', 'lost'])
    return [{ ...spellIn(draws, early, 30 * hour, 90 * hour), refusal }]
  })
  // The API is there, and lets it read nothing, but of a few.
  const everyoneRefused = of('everyone-refused', (draws) =>
    several(draws, 2, () => ({
      ...spellIn(draws, whole, 20 * minute, isLong ? 10 * day : 40 * hour),
      refusal: draws.pick<Refusal>(['forbidden', 'not-found']),
      well: new Set(draws.chance(0.5) ? someOf(draws, 3).map(({ id }) => id) : []),
    })),
  )
  const hangs = of('topic-hangs', (draws) =>
    several(draws, 2, () => spellIn(draws, whole, 20 * minute, 9 * hour)),
  )
  const restless = of('restless-pages', (draws) =>
    someOf(draws, people.length).map(({ id }) => ({
      ...spellIn(draws, whole, 2 * hour, 40 * hour),
      id,
    })),
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
    isNameless: (id: string): boolean =>
      badRecords.isNameless(id) ||
      namelessPeople.some((each) => each.id === id && isIn(each, now())),

    namelessForm: badRecords.namelessForm,

    /** How long a call about somebody takes at least, in milliseconds, for reasons that last. */
    takenFor: (operation: Operation, id: string | null): number => {
      const taken = takenFor(operation, id, now())
      if (taken > 0) count('hanging-people')
      return taken
    },

    /** How a call fails, for reasons that last. */
    refusalOf: (operation: Operation, id: string | null): Refusal | null => {
      const outage = apiOutages.find((each) => isIn(each, now()))
      if (outage !== undefined) {
        count('api-outage')
        return outage.refusal
      }
      if (id === null) return holdsIn('roster-outage', rosterOutages) ? 'server' : null
      const one = failureOf(operation, id, now())
      if (one !== null) {
        count(one.startsWith('throttled') ? 'throttled-people' : 'failing-people')
        return one
      }
      const everyone = everyoneRefused.find((each) => !each.well.has(id) && isIn(each, now()))
      if (everyone !== undefined) {
        count('everyone-refused')
        return everyone.refusal
      }
      if (operation === 'employees') return null
      const all = refusedSpells[operation].find((each) => isIn(each, now()))
      if (all !== undefined) count(refusedKinds[operation])
      return all?.refusal ?? null
    },

    /**
     * What an answer lacks, has broken, or tells late.
     * @param records the ids of those that it should show
     */
    mannerOf: (asked: Asked, records: readonly string[]) => {
      const { operation, employeeId: id } = asked
      if (operation === 'employees') {
        const [missing, broken] = [new Set<string>(), new Set<string>()]
        for (const each of rosterShort)
          if (holdsIn('short-roster', [each])) for (const one of each.missing) missing.add(one)
        for (const each of brokenEmployees)
          if (holdsIn('broken-employee', [each])) broken.add(each.id)
        for (const each of namelessPeople)
          if (holdsIn('nameless-people', [each])) broken.add(each.id)
        const lag = holdsIn('stale-rosters', staleRosters) ? 5 * hour * (isLong ? 6 : 1) : 0
        return { missing, broken, isEmpty: false, lag }
      }
      const { missing, broken } = badRecords.of(asked, records)
      const isEmpty = strikesNow(empty, operation, id) !== undefined
      if (isEmpty) count('empty-answers')
      const late = strikesNow(stale, operation, id)
      const isLate = late !== undefined && staleDraws.chance(late.often)
      if (isLate) count('stale-answers')
      return { missing, broken, isEmpty, lag: isLate ? late.lag : 0 }
    },

    dislikeOf,

    /** Whether the pages of somebody's lists shift at every reading, so that no two agree for certain. */
    arePagesRestless: (employeeId: string): boolean =>
      restless.some((each) => each.id === employeeId && holdsIn('restless-pages', [each])),

    /**
     * After which page one item slips to the page before, or null. Never twice within ten
     * minutes for one list, so that reading it again shows it whole.
     */
    slipAfter: (operation: Operation, id: string | null, pages: number): number | null => {
      const struck = slips.chance(0.06)
      const list = `${operation} ${id}`
      if (!options.kinds.has('shifted-pages') || !struck || pages < 2 || now() >= whole.to)
        return null
      if (now() - (lastSlip.get(list) ?? 0) < 10 * minute) return null
      lastSlip.set(list, now())
      count('shifted-pages')
      return slips.whole(0, pages - 2)
    },
  }
}
export type Troubles = ReturnType<typeof createTroubles>
