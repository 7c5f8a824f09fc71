import type { AttendanceEvent } from '../../../lib/attendance/events/events.ts'
import { test as alertTest } from '../support/alert-test.ts'
import { promptly, type RuleOverrides } from '../support/events.ts'

/** What the channels read where these events are published, each in its turn. */
export const test = alertTest.extend(
  'posted',
  ({ start }) =>
    async (rules: RuleOverrides[], events: AttendanceEvent[]) => {
      const world = await start(promptly(...rules))
      for (const event of events) {
        world.publish(event)
        await world.run()
      }
      return world.slack.posts.map(({ path, message }) => [path.split('/').at(-1), message.text])
    },
)
