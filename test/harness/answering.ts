import type { Answering } from '../../lib/attendance/apply-snapshot.ts'
import { epochMs, minute } from '../../lib/attendance/moments.ts'
import type { Removal } from '../../lib/attendance/snapshot.ts'
import type { Turns } from '../../lib/polling/asking/in-pieces.ts'
import { storedBytes } from '../../lib/store/packing.ts'
import { rules } from './builders.ts'

/** What is missing for ten minutes is gone. */
export const removal: Removal = {
  after: 10 * minute,
  doubted: { clockings: false, absences: false },
  acceptedAt: null,
}

/** Nobody waits for others. */
export const atOnce: Turns = (reading) => reading()

/** How an answer at `now` came about, after nothing, with the usual settings. */
export const answering = (now: string, overrides: Partial<Answering> = {}): Answering => ({
  asked: epochMs(now),
  now: epochMs(now),
  after: { clockings: null, absences: null },
  rules: rules(),
  removal,
  lookbackHours: 24,
  givenUp: null,
  bytesOf: storedBytes,
  ...overrides,
})
