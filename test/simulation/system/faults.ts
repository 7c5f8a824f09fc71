import { type Draws, drawsOf } from '../../../local/workforce-service/organisation/random.ts'
import { type EpochMs, hour, minute } from '../oracle/moments.ts'
import type { FaultKind } from './fault-kinds.ts'
import type { Killing } from './killing.ts'
import type { Fate, Fates, Service } from './process.ts'

/** A stretch of time in which something is out of order. */
export type Spell = { from: EpochMs; to: EpochMs }

/** The faults that last. */
export type LastingKind =
  | 'api-storm'
  | 'token-refused'
  | 'topic-outage'
  | 'downtime'
  | 'api-throttled'
  | 'slack-outage'
  | 'channel-gone'
  | 'api-limit'
  | 'log-trouble'

const isWithin = (spells: Spell[], moment: EpochMs): boolean =>
  spells.some(({ from, to }) => moment >= from && moment < to)

/** What goes wrong in one run, and when; nothing does from its end on. */
export type Faults = Fates & {
  /** Whether a fault of a kind that is selected strikes, this often. */
  strikes: (kind: FaultKind, share: number) => boolean
  /** Whether a lasting fault of a kind holds now. */
  holds: (kind: LastingKind) => boolean
  /** When that is. */
  spellsOf: (kind: LastingKind) => Spell[]
  /** Whether nothing fails any more. */
  areOver: () => boolean
  draws: Draws
  counts: Map<string, number>
}

type Options = {
  seed: number
  /** Which part of the system: what strikes one leaves the others' chances alone. */
  part: string
  kinds: ReadonlySet<FaultKind>
  from: EpochMs
  to: EpochMs
  now: () => EpochMs
  /** Kills at one effect before faults end, beside what comes by chance. */
  killing: Killing | null
  counts: Map<string, number>
}

const spellsOf = (draws: Draws, from: EpochMs, to: EpochMs, longest: number): Spell[] =>
  Array.from({ length: draws.whole(1, 3) }, () => {
    const start = from + draws.unit() * (to - from)
    return { from: start, to: start + draws.whole(5 * minute, longest) }
  })

const usual = {
  database: 10,
  topic: 15,
  log: 10,
  queue: 10,
  api: 150,
  slack: 200,
  mail: 30,
  endpoint: 120,
} as const

export const createFaults = (options: Options): Faults => {
  const { seed, part, kinds, from, to, now, killing, counts } = options
  const draws = drawsOf('simulation', seed, part)
  const ofSlack = drawsOf('simulation', seed, 'Slack')
  const ofLimit = drawsOf('simulation', seed, 'limit')
  const ofTheLog = drawsOf('simulation', seed, 'event log')
  // Faults that never come, for some runs, and come often, for others.
  const intensity = draws.pick([0.2, 1, 1, 4])
  const count = (kind: string): void => {
    counts.set(kind, (counts.get(kind) ?? 0) + 1)
  }
  const lasting = {
    'api-storm': spellsOf(draws, from, to, 6 * hour),
    'token-refused': spellsOf(draws, from, to, 2 * hour),
    'api-throttled': spellsOf(draws, from, to, hour),
    'topic-outage': spellsOf(draws, from, to, 5 * hour),
    downtime: spellsOf(draws, from, to, 20 * hour),
    'slack-outage': spellsOf(ofSlack, from, to, 6 * hour),
    'channel-gone': spellsOf(ofSlack, from, to, 12 * hour),
    'api-limit': spellsOf(ofLimit, from, to, 12 * hour),
    'log-trouble': spellsOf(ofTheLog, from, to, 4 * hour),
  }
  const strikes = (kind: FaultKind, share: number): boolean => {
    const hits = draws.chance(Math.min(0.5, share * intensity))
    if (!hits || !kinds.has(kind) || now() >= to) return false
    count(kind)
    return true
  }

  const fateOf = (service: Service, name: string): Fate => {
    if (now() < to && killing?.isNow(name) === true) {
      count('crash')
      return killing.when === 'before' ? 'killed-before' : 'killed-after'
    }
    if (strikes('crash', 0.002)) return draws.chance(0.5) ? 'killed-before' : 'killed-after'
    if (service === 'api') return 'done'
    if (strikes('request-lost', 0.005)) return 'request-lost'
    if (strikes('reply-lost', 0.005)) return 'reply-lost'
    // A post is tried once, and its throttling is an answer.
    if (service === 'slack' || service === 'endpoint') return 'done'
    if (strikes('repeated-write', 0.01) && !name.startsWith('read')) return 'repeated'
    return strikes('throttled-store', 0.01) ? 'throttled' : 'done'
  }

  return {
    draws,
    counts,
    strikes,
    areOver: () => now() >= to,
    fateOf,
    hangOf: () => 0,
    holds: (kind) => {
      if (!kinds.has(kind) || now() >= to || !isWithin(lasting[kind], now())) return false
      count(kind)
      return true
    },
    spellsOf: (kind) =>
      kinds.has(kind)
        ? lasting[kind].map((spell) => ({ ...spell, to: Math.min(spell.to, to) }))
        : [],
    latencyOf: (service) => {
      const latency = usual[service] * (0.5 + draws.unit())
      if (strikes('pause', 0.0005)) return draws.whole(2, 6) * minute
      return service !== 'api' && strikes('slow-store', 0.01)
        ? latency + draws.whole(1, 9) * 1_000
        : latency
    },
  }
}
