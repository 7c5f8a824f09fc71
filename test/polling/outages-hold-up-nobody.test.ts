import { describe, expect, test } from 'vitest'
import { anId } from '../harness/builders.ts'
import { aShardOf, at, broken, failing, oneOf, slow } from './failing-shard.ts'
import { taking } from './slow-api.ts'

describe('so many fail that all seem to:', () => {
  test('24 who fail and were left over as all the others were hold up nobody', async () => {
    const shard = await aShardOf(50)
    await shard.poll({}, { api: failing(shard, slow) })
    const api = failing(shard, oneOf(24, broken))
    for (let minutes = 1; minutes <= 6; minutes++) await shard.poll({}, { api, ...at(minutes) })
    expect(shard.published).toHaveLength(2 * 26)
  })

  test('24 whose absences fail and were left over hold up nobody else’s', async () => {
    const shard = await aShardOf(50)
    const well = () => null
    await shard.poll({}, { api: failing(shard, well, slow) })
    const asked = new Set<string>()
    const api = failing(shard, well, (id) => {
      asked.add(id)
      return oneOf(24, broken)(id)
    })
    for (let minutes = 1; minutes <= 6; minutes++) await shard.poll({}, { api, ...at(minutes) })
    expect(asked.size).toBe(50)
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
