import { expect } from 'vitest'
import type { AttendanceEvent } from '../../../lib/attendance/events/events.ts'
import { test as alertTest } from '../support/alert-test.ts'
import { promptly, type RuleOverrides } from '../support/events.ts'
import { at } from '../support/morning.ts'

/** What the channels read, in order, where batches of these events come one after the other. */
export const test = alertTest.extend(
  'told',
  ({ start }) =>
    async (rules: RuleOverrides[], ...batches: AttendanceEvent[][]): Promise<string[]> => {
      const world = await start(promptly(...rules), at(10))
      for (const batch of batches) {
        for (const event of batch) world.publish(event)
        await world.run()
      }
      expect(world.said.problems).toEqual([])
      return world.slack.lines().filter((line) => line.includes('Amina'))
    },
)
