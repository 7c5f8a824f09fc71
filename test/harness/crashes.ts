import type { PollPorts } from '../../lib/polling/poll.ts'

/** The process is gone. */
export class Crash extends Error {
  override readonly name = 'Crash'
}

type When = 'before' | 'after'

/**
 * Ports that die at their n-th effect, before or after it, and do nothing from then on:
 * what a process that was killed leaves behind.
 */
export const dyingPorts = (ports: PollPorts, at: number, when: When) => {
  let effects = 0
  let isDead = false

  const dying =
    <Args extends unknown[], Result>(effect: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      if (isDead) throw new Crash()
      const isTheOne = ++effects === at
      if (isTheOne && when === 'before') isDead = true
      if (isDead) throw new Crash()
      const result = await effect(...args)
      if (isTheOne) isDead = true
      if (isDead) throw new Crash()
      return result
    }

  const wrapped: PollPorts = {
    ...ports,
    shards: {
      takeLease: dying(ports.shards.takeLease),
      finish: dying(ports.shards.finish),
      release: dying(ports.shards.release),
    },
    employees: { inShard: dying(ports.employees.inShard), save: dying(ports.employees.save) },
    delivery: { ...ports.delivery, publish: dying(ports.delivery.publish) },
  }
  return { ports: wrapped, hasDied: () => isDead }
}
