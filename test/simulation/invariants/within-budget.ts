import { type EpochMs, second } from '../oracle/moments.ts'
import type { Invariant } from './context.ts'

/** So long are the stretches of time in which requests are counted. */
const stretches = [second, 10 * second, 60 * second]

type Sent = { process: string; at: EpochMs }

/** The first stretch in which more was sent than the budget allows, or null. */
const tooMuch = (sent: readonly Sent[], perSecond: number, length: number): Sent[] | null => {
  let first = 0
  for (let last = 0; last < sent.length; last++) {
    const to = sent[last]?.at ?? 0
    while ((sent[first]?.at ?? 0) <= to - length) first++
    // Everybody may begin with one request at once.
    if (last - first + 1 <= (perSecond * length) / second) continue
    const within = sent.slice(first, last + 1)
    const processes = new Set(within.map(({ process }) => process)).size
    if (within.length > (perSecond * length) / second + processes) return within
  }
  return null
}

/**
 * All that ask together never send more than is allowed, as long as anything goes wrong; what comes after
 * that is asked for by hand. Where clocks are off, nobody can say when a slot is over.
 */
export const withinBudget: Invariant = function* ({ observed, plan }) {
  if (plan.clocksAreOff) return
  const sent = observed.sent.filter(({ at }) => at < plan.to).sort((a, b) => a.at - b.at)
  const allowed = Math.max(...plan.deployments.map((each) => each.deployment.requestsPerSecond))
  for (const length of stretches) {
    const found = tooMuch(sent, allowed, length)
    if (found === null) continue
    const processes = [...new Set(found.map(({ process }) => process))].join(', ')
    const message = `${processes} sent ${found.length} requests within ${length / second} s, of ${allowed} a second`
    yield { employeeId: null, message }
  }
}
