import { type EpochMs, hour, minute } from '../../../lib/attendance/moments.ts'
import { type Draws, drawsOf } from '../../../local/workforce-service/organisation/random.ts'
import type { Fate, Fates, Service } from './process.ts'

/** All that can go wrong; each run has its own selection. */
export const faultKinds = [
  'crash',
  'request-lost',
  'reply-lost',
  'repeated-write',
  'throttled-store',
  'partial-batch',
  'topic-outage',
  'stale-read',
  'repeated-message',
  'slow-store',
  'pause',
  'clock-offset',
  'clock-step',
  'employee-refused',
  'api-storm',
  'api-flicker',
  'token-refused',
  'api-throttled',
  'slow-api',
  'shifted-pages',
  'repeated-page',
  'other-order',
  'bad-record',
  'suspicious-roster',
  'downtime',
  'redeploy',
] as const
export type FaultKind = (typeof faultKinds)[number]

export const isFaultKind = (kind: string): kind is FaultKind =>
  faultKinds.some((each) => each === kind)

/** A stretch of time in which something is out of order. */
export type Spell = { from: EpochMs; to: EpochMs }

const isWithin = (spells: Spell[], moment: EpochMs): boolean =>
  spells.some(({ from, to }) => moment >= from && moment < to)

/** What goes wrong in one run, and when; nothing does from its end on. */
export type Faults = Fates & {
  /** Whether a fault of a kind that is selected strikes, this often. */
  strikes: (kind: FaultKind, share: number) => boolean
  /** Whether a lasting fault of a kind holds now. */
  holds: (
    kind: 'api-storm' | 'token-refused' | 'topic-outage' | 'downtime' | 'api-throttled',
  ) => boolean
  /** Whether nothing fails any more. */
  areOver: () => boolean
  draws: Draws
  counts: Map<string, number>
}

type Options = {
  seed: number
  kinds: ReadonlySet<FaultKind>
  from: EpochMs
  to: EpochMs
  now: () => EpochMs
  /** Kills at one effect before faults end, counted from 1, instead of by chance. */
  killAt: { effect: number; when: 'before' | 'after' } | null
}

const spellsOf = (draws: Draws, from: EpochMs, to: EpochMs, longest: number): Spell[] =>
  Array.from({ length: draws.whole(1, 3) }, () => {
    const start = from + draws.unit() * (to - from)
    return { from: start, to: start + draws.whole(5 * minute, longest) }
  })

const usual = { database: 10, topic: 15, queue: 10, api: 150 } as const

export const createFaults = ({ seed, kinds, from, to, now, killAt }: Options): Faults => {
  const draws = drawsOf('simulation', seed, 'faults')
  // Faults that never come, for some runs, and come often, for others.
  const intensity = draws.pick([0.2, 1, 1, 4])
  const counts = new Map<string, number>()
  const count = (kind: string): void => {
    counts.set(kind, (counts.get(kind) ?? 0) + 1)
  }
  const lasting = {
    'api-storm': spellsOf(draws, from, to, 6 * hour),
    'token-refused': spellsOf(draws, from, to, 2 * hour),
    'api-throttled': spellsOf(draws, from, to, hour),
    'topic-outage': spellsOf(draws, from, to, 5 * hour),
    downtime: spellsOf(draws, from, to, 20 * hour),
  }
  let effects = 0

  const strikes = (kind: FaultKind, share: number): boolean => {
    const hits = draws.chance(Math.min(0.5, share * intensity))
    if (!hits || !kinds.has(kind) || now() >= to) return false
    count(kind)
    return true
  }

  const fateOf = (service: Service, name: string): Fate => {
    if (killAt !== null && now() < to && ++effects === killAt.effect) {
      count('crash')
      return killAt.when === 'before' ? 'killed-before' : 'killed-after'
    }
    if (strikes('crash', 0.002)) return draws.chance(0.5) ? 'killed-before' : 'killed-after'
    if (service === 'api') return 'done'
    if (strikes('request-lost', 0.005)) return 'request-lost'
    if (strikes('reply-lost', 0.005)) return 'reply-lost'
    if (strikes('repeated-write', 0.01) && !name.startsWith('read')) return 'repeated'
    return strikes('throttled-store', 0.01) ? 'throttled' : 'done'
  }

  return {
    draws,
    counts,
    strikes,
    areOver: () => now() >= to,
    fateOf,
    holds: (kind) => {
      if (!kinds.has(kind) || now() >= to || !isWithin(lasting[kind], now())) return false
      count(kind)
      return true
    },
    latencyOf: (service) => {
      const latency = usual[service] * (0.5 + draws.unit())
      if (strikes('pause', 0.0005)) return draws.whole(2, 6) * minute
      return service !== 'api' && strikes('slow-store', 0.01)
        ? latency + draws.whole(1, 9) * 1_000
        : latency
    },
  }
}
