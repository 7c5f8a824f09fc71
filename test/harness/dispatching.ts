import type { DispatchSettings } from '../../lib/polling/dispatching/dispatch-polls.ts'

/** The settings of a dispatcher that runs every minute, with requests for everybody. */
export const dispatching = (overrides: Partial<DispatchSettings> = {}): DispatchSettings => ({
  clockingsEverySeconds: 60,
  absencesEverySeconds: 900,
  dispatchEverySeconds: 60,
  requestsPerSecond: 20,
  concurrentPolls: 2,
  concurrentCalls: 8,
  ...overrides,
})
