import type { Outcome } from './outlet.ts'

/** How long after a failure what is wanted now is sent again, in milliseconds. */
const soon = 1_000
/** No longer is it worth to wait for, in milliseconds. */
const longestWait = 30_000

/**
 * Sends what is wanted now: again as soon as a destination that throttles wants it, after a moment where it failed.
 * @param tries how many times in all, where the last one was throttled, or failed
 */
export const patiently = async (
  send: () => Promise<Outcome>,
  sleep: (milliseconds: number) => Promise<void>,
  tries: { throttled: number; failed: number },
): Promise<Outcome> => {
  for (let attempt = 1; ; attempt++) {
    const outcome = await send()
    if (outcome.kind !== 'throttled' && outcome.kind !== 'failed') return outcome
    if (attempt >= tries[outcome.kind]) return outcome
    await sleep(outcome.kind === 'throttled' ? Math.min(outcome.retryAfter, longestWait) : soon)
  }
}
