/** The middle one of some numbers, or the mean of the two in the middle; NaN where there are none. */
export const median = (numbers: readonly number[]): number => {
  const sorted = numbers.toSorted((a, b) => a - b)
  const upper = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? Number.NaN
  return (lower + upper) / 2
}

/**
 * The least number that so much of some is not above.
 * @param sorted in order of size
 * @param share above 0, at most 1; 0.99 for the 99th percentile
 */
export const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN
