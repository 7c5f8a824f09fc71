import { createShardMemory, type ShardMemory } from '../../../lib/polling/shard/shard-memory.ts'
import { drawsOf } from '../../../local/workforce-service/organisation/random.ts'
import type { Deployment } from '../deployments.ts'
import { minute } from '../oracle/moments.ts'
import type { CodeVersion } from '../ports/code-version.ts'

/** What stays warm from one poll to the next: of one version of the code, deployed with its settings. */
type Container = {
  version: CodeVersion
  deployment: Deployment
  memory: ShardMemory
  isBusy: boolean
}

/** So many polls in a row may go by what the first of them read. */
const pollsOnMemory = 30

/**
 * Gives every poll a container, warm more often than not: one that is free, of several that take turns
 * as they come.
 */
export const createContainers = (seed: number) => {
  const draws = drawsOf('simulation', seed, 'containers')
  const coldness = draws.pick([0, 0.1, 0.5])
  let containers: Container[] = []

  /** @returns what it remembers, and what ends the poll there: who was killed is never seen again */
  const enter = (version: CodeVersion, deployment: Deployment) => {
    const free = containers.filter(
      (each) => !each.isBusy && each.version === version && each.deployment === deployment,
    )
    const isCold = draws.chance(coldness)
    const longest = pollsOnMemory * Math.max(minute, deployment.dispatchEverySeconds * 1_000)
    const warm = isCold || free.length === 0 ? undefined : free[draws.whole(0, free.length - 1)]
    const container = warm ?? {
      version,
      deployment,
      memory: createShardMemory({ longest, bytes: 10_000_000 }),
      isBusy: true,
    }
    container.isBusy = true
    if (warm === undefined) containers.push(container)
    return {
      memory: container.memory,
      leave: (isKilled: boolean): void => {
        container.isBusy = false
        if (isKilled) containers = containers.filter((each) => each !== container)
      },
    }
  }
  return { enter }
}
export type Containers = ReturnType<typeof createContainers>
