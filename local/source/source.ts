import type { Credentials } from '../../lib/workforce/access-token.ts'
import type { SettableClock } from '../clock.ts'

/** The Workforce API that a run polls, and the clock that the run goes by. */
export type Source = {
  /** How many people the built-in service begins with; null for an API of one's own. */
  simulatedPeople: number | null
  apiUrl: string
  authUrl: string
  credentials: Credentials
  clock: SettableClock
  close: () => Promise<void>
}
