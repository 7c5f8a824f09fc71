/**
 * Seeds that fail, each with what is known of why. Every one of them is to be mended, in the product
 * or in the oracle.
 */
export const openSeeds: ReadonlyMap<number, string> = new Map([])
