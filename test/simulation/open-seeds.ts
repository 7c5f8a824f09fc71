/**
 * Seeds that fail and are not understood yet, each with what it says. Every one of them is to be
 * mended, in the product or in the oracle.
 */
export const openSeeds: ReadonlyMap<number, string> = new Map()
