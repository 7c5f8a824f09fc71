import { test as engineTest } from '../../harness/engine-test.ts'
import { startWebhookWorld, type WebhookOverrides, type WebhookWorld } from './webhook-world.ts'

/** When everything begins. */
export const nine = '2026-11-20T09:00:00Z'

/** Starts endpoints, at nine. */
export type StartWorld = (...endpoints: WebhookOverrides[]) => Promise<WebhookWorld>

/** A test that may start endpoints; what it starts ends with it. */
export const test = engineTest.extend(
  'start',
  async ({ engines }, { onCleanup }): Promise<StartWorld> => {
    const worlds: WebhookWorld[] = []
    onCleanup(async () => {
      for (const world of worlds) await world.close()
    })
    return async (...endpoints) => {
      const world = await startWebhookWorld(engines, nine, endpoints)
      worlds.push(world)
      return world
    }
  },
)
