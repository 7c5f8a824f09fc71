import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { deliverTogether } from '../../../lib/polling/publishing/save-and-publish.ts'
import { batches } from '../../../lib/publishing/topic.ts'
import { anEntry } from '../../harness/builders.ts'

test('of a whole shard some are at work at a time, so that not everybody’s events are in memory, and batches are full', async () => {
  let sent = 0
  const ports = {
    save: async () => {
      throw new Error('nobody saves here')
    },
    publish: async (entries: readonly { id: string }[]) => {
      sent += [...batches(entries.map(({ id }) => ({ ...anEntry(1), id })))].length
      await pause(2)
      return { acknowledged: new Set(entries.map(({ id }) => id)), failures: new Map() }
    },
    onPublished: () => {},
    onPublishFailure: () => {},
  }
  const together = deliverTogether(ports, (milliseconds, signal) =>
    pause(milliseconds, undefined, { signal }),
  )
  let atWork = 0
  let most = 0
  await Promise.all(
    Array.from({ length: 1_000 }, (_, n) =>
      together(async ({ publish }) => {
        atWork += 1
        most = Math.max(most, atWork)
        await publish([{ ...anEntry(n), shardId: '0001' }])
        atWork -= 1
      }),
    ),
  )
  expect(most).toBeGreaterThan(16)
  expect(most).toBeLessThanOrEqual(30)
  expect(sent).toBeLessThanOrEqual(110)
})
