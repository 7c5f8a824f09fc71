import type { Disbelief } from '../../attendance/roster.ts'
import type { UnsavedState } from '../publishing/save-and-publish.ts'

/** What became of a refresh. */
export type RosterReport =
  /** Another refresh runs. */
  | { kind: 'skipped' }
  | { kind: 'refused'; reason: Disbelief; members: number; answered: number }
  | {
      kind: 'refreshed'
      members: number
      added: number
      left: number
      /** Members whom this roster lacks and who have not left yet. */
      missing: number
      /** Employees who cannot be read. */
      unread: number
      /** Leavers of whom no more is kept than a return needs. */
      retired: number
      /** Employees whom a poller saved meanwhile, twice; the next refresh sees to them. */
      overtaken: number
      /** Employees whose new state could not be saved; likewise. */
      unsaved: UnsavedState[]
    }
