import type { EpochMs } from '../../attendance/moments.ts'
import type { Slot } from '../../store/budget-store.ts'
import { type Capacity, callsPerSecond, lanesFor, pollMilliseconds } from './capacity.ts'
import { type Booked, freeFrom } from './profile.ts'

/** A poll that is wanted. */
export type Wish = {
  shardId: string
  /** The calls that it needs. */
  calls: number
  /** A poll of the shard that was planned before goes on until then. */
  notBefore: EpochMs
}

/** The time that is planned. */
export type Interval = { from: EpochMs; until: EpochMs }

/** One poller after another, each with the same rate. */
type Lane = Interval & { wishes: { wish: Wish; milliseconds: number }[]; milliseconds: number }

const lanesWith = (
  booked: readonly Booked[],
  { from, until }: Interval,
  requestsPerSecond: number,
  count: number,
): Lane[] => {
  const free = freeFrom(booked, from, requestsPerSecond)
  return Array.from({ length: count }, (_, n) => free(((n + 1) * requestsPerSecond) / count))
    .filter((start) => start < until)
    .map((start) => ({ from: start, until, wishes: [], milliseconds: 0 }))
}

/** Gives every poll to the lane that comes to it first, as long as one begins within the interval. */
const assign = (lanes: readonly Lane[], wishes: readonly Wish[], perSecond: number): void => {
  for (const wish of wishes) {
    const [first] = lanes.toSorted((a, b) => a.from + a.milliseconds - b.from - b.milliseconds)
    if (first === undefined || first.from + first.milliseconds >= first.until) return
    const milliseconds = pollMilliseconds(wish.calls, perSecond)
    first.wishes.push({ wish, milliseconds })
    first.milliseconds += milliseconds
  }
}

/**
 * What time is to spare makes slots longer, so that none is cut short without need: up to twice what it
 * should take, or to what a poll may need that begins cold, or that asks for one thing after another: a window
 * and what left it, absences likewise, and then everywhere else. What nobody has, a roster refresh can claim.
 */
const generous = { times: 2, milliseconds: 10_000, calls: 8 }

/** Lays out the polls of a lane, one after another. */
const layOut = (
  lane: Lane,
  requestsPerSecond: number,
  capacity: Capacity,
  longest: number,
): Slot[] => {
  const oneByOne = capacity.latency * generous.calls
  const fitting = Math.max(1, (lane.until - lane.from) / lane.milliseconds)
  let free = lane.from
  return lane.wishes.flatMap(({ wish: { shardId, notBefore }, milliseconds }) => {
    const from = Math.ceil(Math.max(free, notBefore))
    if (from >= lane.until) return []
    const enough = Math.max(milliseconds * generous.times, generous.milliseconds, oneByOne)
    const until = Math.floor(from + Math.min(milliseconds * fitting, enough, longest))
    free = until
    return [{ shardId, from, until, requestsPerSecond }]
  })
}

/**
 * Plans polls as slots: whose turn it is from when until when, and how fast they may ask. At no moment do
 * slots and what is booked before sum to more than the rate.
 * @param wishes the polls that are wanted, the most urgent first; whoever finds no place waits
 * @param booked what is given away already
 * @param longest how long a poll can ask at most, in milliseconds
 */
export const planSlots = (
  wishes: readonly Wish[],
  booked: readonly Booked[],
  interval: Interval,
  capacity: Capacity,
  longest: number,
): Slot[] => {
  const count = lanesFor(capacity, wishes.length, interval.until - interval.from)
  const lanes = lanesWith(booked, interval, capacity.requestsPerSecond, count)
  assign(lanes, wishes, callsPerSecond(capacity, count))
  const each = capacity.requestsPerSecond / count
  return lanes
    .flatMap((lane) => layOut(lane, each, capacity, longest))
    .sort((a, b) => a.from - b.from)
}
