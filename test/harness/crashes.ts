import type { PollPorts } from '../../lib/polling/poll.ts'

/** The process is gone. */
export class Crash extends Error {
  override readonly name = 'Crash'
}

/** Before or after which effect of a process it is killed. */
export type CrashPoint = { at: number; when: 'before' | 'after' }

/**
 * A process that is killed at its n-th effect, before or after it, and does nothing from then on until
 * it is started again.
 */
export const mortalProcess = ({ at, when }: CrashPoint) => {
  let effects = 0
  let isDead = false
  let diedAt: string | null = null

  /** An effect that may be the process's last. */
  const dying =
    <Args extends unknown[], Result>(name: string, effect: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      if (isDead) throw new Crash()
      const isTheOne = ++effects === at
      if (isTheOne) diedAt = name
      if (isTheOne && when === 'before') isDead = true
      if (isDead) throw new Crash()
      const result = await effect(...args)
      if (isTheOne) isDead = true
      if (isDead) throw new Crash()
      return result
    }

  return {
    dying,
    restart: (): void => {
      isDead = false
    },
    hasDied: () => isDead,
    /** The name of the effect at which it was killed, or null. */
    diedAt: () => diedAt,
  }
}

/** The ports of a poll that is killed: what it leaves behind. */
export const dyingPorts = (ports: PollPorts, point: CrashPoint) => {
  const { dying, hasDied } = mortalProcess(point)
  const { shards, employees, delivery } = ports
  const wrapped: PollPorts = {
    ...ports,
    shards: {
      takeLease: dying('takeLease', shards.takeLease),
      finish: dying('finish', shards.finish),
      release: dying('release', shards.release),
    },
    employees: {
      inShard: dying('inShard', employees.inShard),
      save: dying('save', employees.save),
    },
    delivery: { ...delivery, publish: dying('publish', delivery.publish) },
  }
  return { ports: wrapped, hasDied }
}
