import { type EpochMs, epochMs } from '../../attendance/moments.ts'
import type { Budget, Claim, Slot } from '../../store/budget-store.ts'
import type { Shard } from '../../store/shard-record.ts'
import { areAbsencesDue } from '../asking/whom-to-ask.ts'
import { longestSlot } from '../timing.ts'
import { type BudgetRemedy, remedyFor } from './budget-remedy.ts'
import { type Capacity, loadOf } from './capacity.ts'
import { callsOf, demandOf, latencyOf } from './demand.ts'
import { dueFrom, waitingSince } from './due.ts'
import { learnedRate, rateOf } from './learned-rate.ts'
import { planSlots, type Wish } from './plan-slots.ts'
import { isAhead } from './profile.ts'

export type PlanSettings = {
  /** How often each shard is polled, and asked for absences. */
  clockingsEverySeconds: number
  absencesEverySeconds: number
  /** How often the dispatcher runs. */
  dispatchEverySeconds: number
  /** Requests that may be sent in a second, all together. */
  requestsPerSecond: number
  /** Shards polled at the same time, and calls in flight in each. */
  concurrentPolls: number
  concurrentCalls: number
}

/** The moment by the clock of what is published, and by that of the machines, which slots go by. */
export type Now = {
  now: EpochMs
  machineNow: EpochMs
  /** Seconds that the one passes in a second of the other. */
  speed: number
}

/** What is planned, and how it stands with the budget. */
export type Plan = {
  slots: Slot[]
  /** Requests a second that the API takes, as far as is known. */
  requestsPerSecond: number
  /** How much of the pollers' time the environment needs; above 1 it cannot be served as the settings say. */
  load: number
  /** The setting that would serve it; null where it is served. */
  remedy: BudgetRemedy | null
}

/** A shard, and from when on it is to be polled, by the clock of the machines. */
type Due = { shard: Shard; from: EpochMs }

const wishOf = (
  { shard, from }: Due,
  by: EpochMs,
  slots: readonly Slot[],
  settings: PlanSettings,
): Wish => {
  const { clockings, absences } = callsOf(shard)
  const owed = Object.keys(shard.behind.absences).length
  return {
    shardId: shard.shardId,
    calls: clockings + (areAbsencesDue(shard, by, settings.absencesEverySeconds) ? absences : owed),
    notBefore: Math.max(
      from,
      ...slots.filter((slot) => slot.shardId === shard.shardId).map(({ until }) => until),
    ),
  }
}

/**
 * The shards whose last turn is over and has not brought them on, since the API fails for all of their people, or their
 * poller was killed: they come after those who wait since then, or nobody else would have a turn where there is not time for all.
 */
const unmovedOf = (
  shards: readonly Shard[],
  { slots, unmoved }: Budget,
  { now, machineNow }: Now,
): Budget['unmoved'] =>
  Object.fromEntries(
    shards.flatMap(({ shardId, polledThrough }): [string, EpochMs][] => {
      const over = slots.filter((slot) => slot.shardId === shardId && slot.until <= machineNow)
      const turns = over.map(({ from }) => Math.round(from + now - machineNow))
      // One that is still to come was noted by a clock that was wrong.
      const known = [unmoved[shardId], ...turns].flatMap((turn) =>
        turn !== undefined && turn <= now ? [turn] : [],
      )
      const turn = Math.max(...known)
      return known.length > 0 && epochMs(polledThrough) < turn ? [[shardId, turn]] : []
    }),
  )

/** What polls may use: all that the API takes, but for what a roster refresh has claimed. */
const capacityOf = (
  shards: readonly Shard[],
  requestsPerSecond: number,
  claim: Claim | null,
  { concurrentPolls, concurrentCalls }: PlanSettings,
): Capacity => ({
  // What was claimed of a higher rate leaves at least half of a lower one.
  requestsPerSecond:
    requestsPerSecond - Math.min(claim?.requestsPerSecond ?? 0, requestsPerSecond / 2),
  latency: latencyOf(shards),
  concurrentPolls,
  concurrentCalls,
})

/**
 * The slots until the dispatcher runs again. Where polls come faster than it does, the time is planned
 * in as many parts, so that each shard has a turn in every one.
 */
const slotsFor = (
  due: readonly Due[],
  outstanding: readonly Slot[],
  capacity: Capacity,
  { now, machineNow, speed }: Now,
  settings: PlanSettings,
): Slot[] => {
  const { dispatchEverySeconds, clockingsEverySeconds } = settings
  const rounds = Math.max(1, Math.floor(dispatchEverySeconds / clockingsEverySeconds))
  const length = (dispatchEverySeconds * 1_000) / speed / rounds
  const slots: Slot[] = []
  for (let n = 0; n < rounds; n++) {
    const booked = [...outstanding, ...slots]
    const end = (n + 1) * length
    const wishes = due
      .map((each) => wishOf(each, now + end * speed, booked, settings))
      // Those whose turn is still to come, or whose last one is not over, come after the others.
      .sort((a, b) => a.notBefore - b.notBefore)
    const interval = { from: machineNow + n * length, until: machineNow + end }
    slots.push(...planSlots(wishes, booked, interval, capacity, longestSlot))
  }
  return slots
}

/**
 * Plans the polls of all shards until the dispatcher runs again (docs/decisions/planned-budget.md).
 * @param budget how it stands; what is over in it is dropped
 */
export const planPolls = (
  shards: readonly Shard[],
  budget: Budget,
  moment: Now,
  settings: PlanSettings,
): { budget: Budget; result: Plan } => {
  const { now, machineNow } = moment
  const throttledAt = [budget.throttledAt, ...shards.map(({ needs }) => needs?.throttledAt ?? null)]
  const learned = learnedRate(budget, settings.requestsPerSecond, throttledAt, machineNow)
  const requestsPerSecond = rateOf({ learned }, settings.requestsPerSecond)
  const claim = budget.claim !== null && isAhead(budget.claim, machineNow) ? budget.claim : null
  const capacity = capacityOf(shards, requestsPerSecond, claim, settings)
  const outstanding = budget.slots.filter((slot) => isAhead(slot, machineNow))
  const isUnderWay = ({ shardId }: Shard): boolean =>
    settings.clockingsEverySeconds > settings.dispatchEverySeconds &&
    outstanding.some((slot) => slot.shardId === shardId)
  const unmoved = unmovedOf(shards, budget, moment)
  const waits = (shard: Shard): EpochMs =>
    Math.max(waitingSince(shard), unmoved[shard.shardId] ?? Number.NEGATIVE_INFINITY)
  const dueNow = (shard: Shard): Due[] => {
    const from = isUnderWay(shard) ? null : dueFrom(shard, now, settings)
    // What is due now may come first: it is not held against a clock that is read later.
    if (from === null) return []
    return [{ shard, from: from > now ? machineNow + (from - now) / moment.speed : 0 }]
  }
  const due = shards.flatMap(dueNow).toSorted((one, other) => waits(one.shard) - waits(other.shard))
  const slots = slotsFor(due, outstanding, capacity, moment, settings)
  const whole = { ...capacity, requestsPerSecond }
  const demand = demandOf(shards)
  const load = shards.length === 0 ? 0 : loadOf(demand, whole, settings)
  return {
    budget: {
      ...budget,
      learned,
      plannedAt: machineNow,
      slots: [...outstanding, ...slots],
      claim,
      unmoved,
    },
    result: {
      slots,
      requestsPerSecond,
      load,
      remedy: load > 1 ? remedyFor(demand, whole, settings.requestsPerSecond, settings) : null,
    },
  }
}
