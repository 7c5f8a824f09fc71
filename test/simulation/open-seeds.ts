/**
 * Seeds that fail, each with what is known of why. Every one of them is to be mended, in the product
 * or in the oracle.
 */
export const openSeeds: ReadonlyMap<number, string> = new Map([
  [
    440_253,
    'over 120 days a clocking of somebody who is failed for days is gone, and not told as removed; not looked into',
  ],
])
