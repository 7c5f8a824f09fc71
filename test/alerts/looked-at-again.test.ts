import { expect } from 'vitest'
import { epochMs } from '../../lib/attendance/moments.ts'
import { test } from './support/alert-test.ts'
import { aClockIn, promptly } from './support/events.ts'
import { later, namesTold } from './support/morning.ts'

test.for([1, 30])(
  'what waits for a channel that was down for %i hours is told within a quarter of an hour, though nothing else happens',
  async (down, { start }) => {
    const world = await start(promptly({}))
    world.slack.always({ status: 500 })
    for (const n of [1, 2, 3]) world.publish(aClockIn(n, later(n)))
    await world.run(later(down * 3_600))
    const letters = world.dead.length
    expect(letters).toBeGreaterThan(0)
    world.slack.always(null)
    await world.run(later((down + 0.26) * 3_600))
    expect(namesTold(world)).toEqual(['Person1 Test', 'Person2 Test', 'Person3 Test'])
    await world.run()
    expect(world.dead).toHaveLength(letters)
  },
)

test('what waits for a channel that was down is told though the run died that tried it last', async ({
  start,
}) => {
  const world = await start(promptly({}))
  world.slack.always({ status: 500 })
  world.publish(aClockIn(1, later(0)))
  let hasDied = false
  await world.run(later(3_600), {
    hasDied: () => hasDied,
    change: (ports) => {
      hasDied = world.now() > epochMs(later(1_200)) && world.now() < epochMs(later(1_700))
      const die = () => Promise.reject(new Error('killed'))
      return hasDied ? { ...ports, wake: die } : ports
    },
  })
  world.slack.always(null)
  await world.run(later(3_600 + 930))
  expect(namesTold(world)).toEqual(['Person1 Test'])
})

test('a channel that hangs at some, once it is up after hours, is told of all others within minutes all the same', async ({
  start,
}) => {
  const world = await start(promptly({}))
  const bad = ['Person3', 'Person7', 'Person8']
  let isDown = true
  const told: string[] = []
  world.ports.outlets.slack = {
    ...world.ports.outlets.slack,
    send: async (_channel, mailing, _known, within = 0) => {
      const names = [...new Set(JSON.stringify(mailing).match(/Person\d+/g) ?? [])]
      if (isDown) return { kind: 'failed', reason: 'HTTP 500' }
      if (names.some((name) => bad.includes(name))) {
        await world.ports.sleep(within)
        return { kind: 'failed', reason: 'no answer' }
      }
      told.push(...names)
      return { kind: 'sent' }
    },
  }
  for (let n = 1; n <= 10; n++) world.publish(aClockIn(n, later(n)))
  await world.run(later(3 * 3_600))
  isDown = false
  await world.run(later(3 * 3_600 + 1_800))
  expect(told).toHaveLength(7)
})
