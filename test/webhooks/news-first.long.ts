import { expect } from 'vitest'
import { minute, second, utc } from '../../lib/attendance/moments.ts'
import { aClockIn } from '../alerts/support/events.ts'
import { anId } from '../harness/builders.ts'
import { inOrder } from './support/in-order.ts'
import { test as webhookTest } from './support/webhook-test.ts'

/** An endpoint that takes one event a second, to which many are being sent again. */
const test = webhookTest.extend(
  'replaying',
  ({ start }) =>
    async (ordered: boolean, [before, after]: readonly [number, number]) => {
      const world = await start({ name: 'payroll', ordered })
      let takenAt = 0
      world.receiver('payroll').behaveAs((response) => {
        if (world.now() - takenAt < second)
          return void response.writeHead(429, { 'retry-after': '1' }).end()
        takenAt = world.now()
        response.writeHead(204).end()
      })
      const sendAgain = (from: number, count: number) => {
        for (let n = from; n < from + count; n++)
          world.send('payroll', {
            webhook: 'replay',
            event: aClockIn(1_000 + n, utc(world.now() - minute)),
          })
      }
      sendAgain(0, before)
      await world.run(world.now() + 10 * second)
      const news = aClockIn(7, utc(world.now()))
      const publishedAt = world.now()
      world.publish(news)
      sendAgain(before, after)
      await world.run(publishedAt + 15 * second)
      const { received } = world.receiver('payroll')
      return { world, received, news, publishedAt }
    },
)

test.for([
  [false, [200, 0]],
  [false, [60, 60]],
  [true, [110, 0]],
] as const)(
  'news go before what is sent again to an endpoint that takes little (in order: %s, beside %j)',
  async ([ordered, beside], { replaying }) => {
    const { received, news, publishedAt } = await replaying(ordered, beside)
    const place = received.findIndex(({ id }) => id === news.id)
    expect(received.length).toBeGreaterThan(10)
    expect(place).toBeGreaterThan(-1)
    expect((received[place]?.at ?? 0) - publishedAt).toBeLessThanOrEqual(10 * second)
  },
)

test('what is sent again goes on once there are no news', async ({ replaying }) => {
  const { world, received } = await replaying(false, [30, 0])
  await world.run(world.now() + minute)
  expect(new Set(received.map(({ id }) => id)).size).toBe(31)
})

test('news of somebody go before what is sent again of them, where they come in order', async ({
  start,
}) => {
  const world = await start({ name: 'payroll', ordered: true })
  const { received, behaveAs } = world.receiver('payroll')
  let takenAt = 0
  behaveAs((response) => {
    if (world.now() - takenAt < second)
      return void response.writeHead(429, { 'retry-after': '1' }).end()
    takenAt = world.now()
    response.writeHead(204).end()
  })
  for (let n = 1; n <= 20; n++)
    world.send('payroll', { webhook: 'replay', event: inOrder(world, n) })
  await world.run(world.now() + 3 * second)
  for (const n of [21, 22]) world.publish(inOrder(world, n))
  await world.run(world.now() + minute)
  const numbers = received.map(({ body }) => Number(body['sequence']))
  const repeats = Array.from({ length: 20 }, (_, n) => n + 1)
  expect(numbers.filter((n) => n <= 20)).toEqual(repeats)
  expect(numbers.filter((n) => n > 20)).toEqual([21, 22])
  expect(numbers.indexOf(22)).toBeLessThan(10)
  expect(received.at(-1)?.id).toBe(anId(20, 9))
})
