import { createFaults } from './faults.ts'
import type { Fates } from './process.ts'

/**
 * What becomes of each call of the event log. It answers at once where it is not to be in trouble, so that
 * what happens besides is as if there were none.
 */
export const createLogFates = (
  options: Omit<Parameters<typeof createFaults>[0], 'part'>,
): Fates => {
  const isInTrouble = options.kinds.has('log-trouble')
  const kinds = isInTrouble ? options.kinds : new Set<never>()
  const faults = createFaults({ ...options, kinds, part: 'log faults' })
  return {
    hangOf: () => 0,
    latencyOf: (service) => (isInTrouble ? faults.latencyOf(service) : 0),
    fateOf: (service, name) => {
      const fate = faults.fateOf(service, name)
      if (!isInTrouble || fate.startsWith('killed')) return fate
      if (faults.holds('log-trouble')) return 'throttled'
      return faults.strikes('log-trouble', 0.05)
        ? faults.draws.pick(['request-lost', 'reply-lost', 'killed-before', 'killed-after'])
        : fate
    },
  }
}
