import { second } from '../../lib/attendance/moments.ts'
import { percentile } from '../measuring/statistics.ts'
import { type Difference, differenceFrom, type KeyedChange } from '../organisation/truth.ts'
import type { Witnessed } from './witness.ts'

/** The most of some moments that fall into one second, wherever it begins. */
export const mostInASecond = (moments: readonly number[]): number => {
  const sorted = moments.toSorted((a, b) => a - b)
  let most = 0
  let first = 0
  for (const [last, at] of sorted.entries()) {
    while ((sorted[first] ?? at) <= at - second) first++
    most = Math.max(most, last - first + 1)
  }
  return most
}

/** What SNS took of a burst. Times in milliseconds. */
export type BurstFigures = Difference & {
  due: number
  told: number
  mostInASecond: number
  /** From a clock-in to when SNS took it. */
  delayP50: number
  delayP99: number
  delayMost: number
  /** When SNS took the last, in epoch milliseconds. */
  lastAt: number
}

/** Compares what SNS took with the truth. */
export const burstFigures = (
  truth: readonly KeyedChange[],
  witnessed: readonly Witnessed[],
): BurstFigures => {
  const times = new Map(truth.map(({ key, time }) => [key, Date.parse(time)]))
  const delays = witnessed
    .flatMap(({ key, at }) => at - (times.get(key) ?? Number.NaN))
    .filter((delay) => !Number.isNaN(delay))
    .toSorted((a, b) => a - b)
  const keys = witnessed.map(({ key }) => key)
  return {
    ...differenceFrom(truth, keys),
    due: truth.length,
    told: new Set(keys).size,
    mostInASecond: mostInASecond(witnessed.map(({ at }) => at)),
    delayP50: percentile(delays, 0.5),
    delayP99: percentile(delays, 0.99),
    delayMost: delays.at(-1) ?? Number.NaN,
    lastAt: witnessed.reduce((last, { at }) => Math.max(last, at), 0),
  }
}
