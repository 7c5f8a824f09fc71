import { setTimeout } from 'node:timers/promises'
import { expect } from 'vitest'
import { test } from './support/alert-test.ts'
import { aClockIn, promptly } from './support/events.ts'
import { later, namesTold } from './support/morning.ts'

const people = Array.from({ length: 100 }, (_, n) => n + 1)

test('many letters that are moved back at once are taken back side by side, with one wake for all', async ({
  start,
}) => {
  const world = await start(promptly({}))
  world.slack.always({ status: 400, body: 'invalid_blocks' })
  for (const n of people) world.publish(aClockIn(n, later(n * 30)))
  await world.run(later(3_600))
  const letters = world.dead.map(({ body }) => body)
  expect(letters).toHaveLength(people.length)
  world.slack.always(null)

  const { followersOf } = world.ports.followers
  let underWay = 0
  let most = 0
  world.ports.followers.followersOf = async (record) => {
    underWay += 1
    most = Math.max(most, underWay)
    await setTimeout(2)
    underWay -= 1
    return followersOf(record)
  }
  const { wake } = world.ports
  const woken: string[] = []
  world.ports.wake = (destination, ...rest) => {
    woken.push(destination)
    return wake(destination, ...rest)
  }
  for (const body of letters) world.publishAt(body, later(3_700))
  await world.run(later(3_710))
  expect(woken).toEqual(['slack:office'])
  await world.run()
  expect(most).toBeGreaterThanOrEqual(10)
  expect(namesTold(world).length).toBeGreaterThan(0)
  expect(world.dead).toHaveLength(people.length)
})
