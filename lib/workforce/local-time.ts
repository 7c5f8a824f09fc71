import { LocalTimeString } from './contract/formats.ts'

/** So many characters has a time of day at most. */
export const maxTime = 20

/** A time of day without what its fraction has beyond nanoseconds, the finest that anybody reckons with. */
export const toNanoseconds = (time: string): string => time.replace(/(\.\d{9})\d+$/, '$1')

/** A time of day as read, of bounded size. */
export const BoundedTime = LocalTimeString.max(maxTime).overwrite(toNanoseconds)
