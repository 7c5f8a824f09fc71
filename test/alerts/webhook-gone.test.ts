import { expect } from 'vitest'
import { epochMs, hour, minute, utc } from '../../lib/attendance/moments.ts'
import { test } from './support/alert-test.ts'
import type { AlertWorld } from './support/alert-world.ts'
import { aClockIn, promptly } from './support/events.ts'
import { namesTold, nine } from './support/morning.ts'

const after = (milliseconds: number) => utc(epochMs(nine) + milliseconds)

/** The channel's webhook is revoked; what is asked of the old one is counted. */
const revoke = (world: AlertWorld) => {
  let asked = 0
  world.slack.decide(() => {
    asked += 1
    return { status: 404, body: 'no_service' }
  })
  return () => asked
}
const replace = (world: AlertWorld) => {
  world.addresses.set('office', world.slack.url('new'))
  world.slack.decide(null)
}

test.for([2, 30])(
  'what waits for a channel whose webhook was gone for %i hours is told within a quarter of an hour once it has a new one, though nothing else happens',
  async (hours, { start }) => {
    const world = await start(promptly({}))
    const asked = revoke(world)
    for (const n of [1, 2, 3]) world.publish(aClockIn(n, after(n * minute)))
    await world.run(after(hours * hour + 7 * minute))
    expect(namesTold(world)).toEqual([])
    expect(asked()).toBe(1)
    expect(world.dead).toEqual([])
    replace(world)
    await world.run(after(hours * hour + 16 * minute))
    expect(namesTold(world)).toEqual(['Person1 Test', 'Person2 Test', 'Person3 Test'])
  },
)

test('a channel whose webhook is gone says so every quarter of an hour while something waits for it, and no longer', async ({
  start,
}) => {
  const world = await start(promptly({}))
  revoke(world)
  world.publish(aClockIn(1, nine))
  await world.run(after(6 * hour))
  const said = world.said.gone.length
  await world.run(after(8 * hour))
  expect(world.said.gone.length - said).toBe(8)
  replace(world)
  await world.run(after(9 * hour))
  const told = world.said.gone.length
  await world.run(after(30 * hour))
  expect(world.said.gone).toHaveLength(told)
})

test.for([
  ['an error', { status: 500 }],
  ['a throttle', { status: 429, headers: { 'retry-after': '30' } }],
] as const)(
  'a channel whose new webhook answers with %s has that said by a letter',
  async ([_what, answer], { start }) => {
    const world = await start(promptly({}))
    revoke(world)
    world.publish(aClockIn(1, nine))
    await world.run(after(hour))
    world.addresses.set('office', world.slack.url('new'))
    world.slack.decide(() => answer)
    await world.run(after(4 * hour))
    expect(world.dead).toEqual([
      expect.objectContaining({ body: expect.stringMatching(/^{"wake"/) }),
    ])
    world.slack.decide(null)
    await world.run(after(4.5 * hour))
    expect(namesTold(world)).toEqual(['Person1 Test'])
  },
)
