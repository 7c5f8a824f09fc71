import { describe, expect, test } from 'vitest'
import { epochMs, hour, utc } from '../../lib/attendance/moments.ts'
import type { Behind } from '../../lib/store/shard-record.ts'
import { anId } from '../harness/builders.ts'
import { before } from '../harness/memory-shard.ts'
import { aShardOf, at, broken, failing, oneOf } from './failing-shard.ts'
import { taking } from './slow-api.ts'

type MemoryShard = Awaited<ReturnType<typeof aShardOf>>

/** Everybody was left over, the first so many for an hour longer than the others. */
const leftOver = async (
  { shards, finished }: MemoryShard,
  longest: number,
  others: Record<string, Behind> = {},
): Promise<void> => {
  const leased = await shards.takeLease('0001', { owner: 'earlier', now: 0, until: 1 })
  if (leased === null) throw new Error('nobody has the shard')
  const of = (n: number): [string, Behind] => {
    const since = utc(epochMs(before) - (n <= longest ? hour : 0))
    return [anId(n), { since, tries: 0, retryAt: null }]
  }
  const behind = Object.fromEntries(Array.from({ length: leased.members }, (_, n) => of(n + 1)))
  const all = { ...behind, ...others }
  const progress = { ...leased, behind: { clockings: all, absences: all }, revision: 'earlier' }
  await shards.finish('0001', 'earlier', progress)
  finished.length = 0
}

describe('so many fail that all seem to:', () => {
  test('24 who fail and have waited for longest hold up nobody', async () => {
    const shard = await aShardOf(50)
    await leftOver(shard, 24)
    const api = failing(shard, oneOf(24, broken))
    for (let minutes = 1; minutes <= 6; minutes++) await shard.poll({}, { api, ...at(minutes) })
    expect(shard.published).toHaveLength(2 * 26)
  })

  test('24 whose absences fail and who have waited for longest hold up nobody else’s', async () => {
    const shard = await aShardOf(50)
    await leftOver(shard, 24)
    const asked = new Set<string>()
    const api = failing(
      shard,
      () => null,
      (id) => {
        asked.add(id)
        return oneOf(24, broken)(id)
      },
    )
    for (let minutes = 1; minutes <= 6; minutes++) await shard.poll({}, { api, ...at(minutes) })
    expect(asked.size).toBe(50)
  })

  test('nor one who was held up with everybody before', async () => {
    const shard = await aShardOf(50)
    await leftOver(shard, 24, { [anId(50)]: { since: before, tries: 1, retryAt: before } })
    const api = failing(shard, oneOf(24, broken))
    for (let minutes = 1; minutes <= 5; minutes++) await shard.poll({}, { api, ...at(minutes) })
    expect((await shard.state(anId(50)))?.sequence).toBe(2)
  })

  test('three who fail beside one whose answer takes longer than a poll may hold up nobody', async () => {
    const shard = await aShardOf(12)
    const { begin } = taking(shard, () => 90_000)
    await shard.poll({}, begin(0))
    const later = taking(shard, (id) => (id === anId(4) ? 90_000 : 1_000))
    for (let minutes = 1; minutes <= 4; minutes++) {
      const ports = later.begin(minutes)
      const { listClockings = shard.ports.api.listClockings } = ports.api ?? {}
      const bad = failing(
        { ...shard, ports: { ...shard.ports, api: { ...shard.ports.api, listClockings } } },
        oneOf(3, broken),
      )
      await shard.poll({}, { ...ports, api: bad })
    }
    expect(shard.published).toHaveLength(2 * 8)
  })
})
