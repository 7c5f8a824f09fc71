import type { AlertRule } from '../../../lib/alerts/rules/alert-settings.ts'
import { test as engineTest } from '../../harness/engine-test.ts'
import { type AlertWorld, startAlertWorld } from './alert-world.ts'
import { nine } from './morning.ts'

/** Starts the alerts with these rules, at nine unless another moment is given, UTC. */
export type StartWorld = (rules: AlertRule[], at?: string) => Promise<AlertWorld>

/** A test that may start alerts; what it starts ends with it. */
export const test = engineTest.extend(
  'start',
  async ({ engines }, { onCleanup }): Promise<StartWorld> => {
    const worlds: AlertWorld[] = []
    onCleanup(async () => {
      for (const world of worlds) await world.close()
    })
    return async (rules, at = nine) => {
      const world = await startAlertWorld(engines, rules, at)
      worlds.push(world)
      return world
    }
  },
)
