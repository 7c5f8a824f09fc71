import { createHash, createHmac } from 'node:crypto'
import { drawsOf } from '../../../../local/workforce-service/organisation/random.ts'
import { day, type EpochMs, hour, minute, second } from '../../oracle/moments.ts'
import { isIn, several, spellIn } from '../deciding.ts'
import type { FaultKind } from '../fault-kinds.ts'
import type { Spell } from '../faults.ts'

type Options = {
  seed: number
  endpoints: readonly string[]
  kinds: ReadonlySet<FaultKind>
  from: EpochMs
  to: EpochMs
  now: () => EpochMs
  counts: Map<string, number>
}

/** What a receiver does with a request: after how long it answers, what, and whether it has it then. */
export type Reply = {
  wait: number
  status: number | null
  retryAfter: number | null
  isKept: boolean
}

const plainly = { wait: 0, retryAfter: null, isKept: false }
/** Longer than anybody waits for an answer, in milliseconds. */
const silence = 40 * second
/** Both keys are right for so long before and after a receiver changes over. */
const changeOver = hour

const keyOf = (...name: (string | number)[]): string =>
  `whsec_${createHash('sha256').update(name.join('/')).digest('base64')}`

/** The signature of Standard Webhooks, by its specification. */
const signatureBy = (key: string, id: string, timestamp: string, body: string): string =>
  createHmac('sha256', Buffer.from(key.slice('whsec_'.length), 'base64'))
    .update(`${id}.${timestamp}.${body}`)
    .digest('base64')

/** What one endpoint does wrong, and when: each kind from draws of its own. */
const aReceiver = (name: string, options: Options) => {
  const { seed, kinds, from, to, now, counts } = options
  const isLong = to - from > 30 * day
  const drawsFor = (kind: string) => drawsOf('simulation', seed, 'endpoint', name, kind)
  const count = (kind: FaultKind): void => {
    counts.set(kind, (counts.get(kind) ?? 0) + 1)
  }
  const spells = (kind: FaultKind, most: number, shortest: number, longest: number): Spell[] => {
    const draws = drawsFor(kind)
    if (!kinds.has(kind) || !draws.chance(0.6)) return []
    return several(draws, most, () => spellIn(draws, { from, to }, shortest, longest))
  }
  const outages = spells('endpoint-outage', 2, 20 * minute, isLong ? 8 * day : 60 * hour)
  const manner = drawsFor('manner').pick<Reply>([
    { ...plainly, status: 500 },
    { ...plainly, status: 302 },
    { ...plainly, status: null },
    { ...plainly, status: null, wait: silence },
  ])
  const gone = spells('endpoint-gone', 1, hour, 20 * hour)
  const throttling = spells('endpoint-throttled', 3, 5 * minute, 3 * hour)
  const slow = spells('endpoint-slow', 2, 10 * minute, 6 * hour)
  const each = drawsFor('each request')
  let refuses = true

  const rotation = drawsFor('key-rotation')
  const hasRotated = kinds.has('key-rotation') && rotation.chance(0.7)
  const rotatesAt = hasRotated ? from + rotation.unit() * (to - from) : Number.POSITIVE_INFINITY
  const [old, next] = [keyOf(seed, name, 'old'), keyOf(seed, name, 'new')]

  const isRefused = (id: string): boolean =>
    refuses &&
    kinds.has('endpoint-refuses') &&
    drawsOf('simulation', seed, 'endpoint', name, 'refuses', id).chance(0.006)

  return {
    /** When it is no more, or is down: somebody may have to resume it after that. */
    spells: [...gone, ...outages],
    /** The signing keys in the secret. */
    keys: (): string[] => {
      if (now() < rotatesAt - changeOver) return [old]
      return now() < rotatesAt + changeOver ? [next, old] : [next]
    },
    isGenuine: (headers: Readonly<Record<string, string>>, body: string): boolean => {
      const { 'webhook-id': id = '', 'webhook-timestamp': timestamp = '' } = headers
      const key = now() < rotatesAt ? old : next
      const isFresh = Math.abs(now() - Number(timestamp) * second) <= 5 * minute
      const expected = `v1,${signatureBy(key, id, timestamp, body)}`
      return isFresh && (headers['webhook-signature'] ?? '').split(' ').includes(expected)
    },
    replyTo: (id: string): Reply => {
      const holds = (kind: FaultKind, all: readonly Spell[]): boolean => {
        const isOn = all.some((spell) => isIn(spell, now()))
        if (isOn) count(kind)
        return isOn
      }
      if (holds('endpoint-gone', gone)) return { ...plainly, status: 410 }
      if (holds('endpoint-outage', outages)) return manner
      if (isRefused(id)) {
        count('endpoint-refuses')
        return { ...plainly, status: 400 }
      }
      if (holds('endpoint-throttled', throttling) && each.chance(0.5)) {
        const retryAfter = each.pick([0, 30 * second, 10 * minute, 2 * hour])
        return { ...plainly, status: each.pick([429, 503]), retryAfter }
      }
      const wait = holds('endpoint-slow', slow) ? each.pick([second, 4 * second, silence]) : 0
      return { ...plainly, wait, status: 204, isKept: true }
    },
    /** Takes what it refused. */
    recover: (): void => {
      refuses = false
    },
  }
}

/** Outside systems that get webhooks. */
export const createReceivers = (options: Options) =>
  new Map(options.endpoints.map((name) => [name, aReceiver(name, options)]))
export type Receiver = ReturnType<typeof aReceiver>
export type Receivers = ReturnType<typeof createReceivers>
