import { expect } from 'vitest'
import { day, hour, minute, utc } from '../../lib/attendance/moments.ts'
import { aClockIn } from '../alerts/support/events.ts'
import { anId } from '../harness/builders.ts'
import { inOrder, ownIds, refusing } from './support/in-order.ts'
import { status } from './support/receiver.ts'
import { test } from './support/webhook-test.ts'

test('later events wait, though a redriven earlier one fails and gets through meanwhile', async ({
  start,
}) => {
  const world = await start({ name: 'ordered', ordered: true })
  const { behaveAs } = world.receiver('ordered')
  const refuse = (...ids: string[]) => {
    const statusOf = refusing(...ids)
    behaveAs((response, request) =>
      response.writeHead(statusOf(request.headers['webhook-id'])).end(),
    )
  }
  refuse(anId(1, 9))
  world.publish(inOrder(world, 1))
  await world.run(world.now() + 4 * day)
  // The second is refused, too: it waits for half an hour after its third try.
  refuse(anId(1, 9), anId(2, 9))
  world.publish(inOrder(world, 2))
  await world.run(world.now() + 6 * minute)
  world.redrive('ordered')
  await world.run(world.now() + 3_000)
  refuse(anId(2, 9))
  await world.run(world.now() + minute)
  expect(ownIds(world)).toEqual([anId(1, 9)])
  world.publish(inOrder(world, 3))
  await world.run(world.now() + minute)
  refuse()
  await world.run(world.now() + hour)
  expect(ownIds(world)).toEqual([anId(1, 9), anId(2, 9), anId(3, 9)])
})

test('come in order after an endpoint was down, however many events wait', async ({ start }) => {
  const world = await start({ name: 'ordered', ordered: true })
  const { behaveAs } = world.receiver('ordered')
  behaveAs(status(500))
  world.publish(inOrder(world, 1))
  // Its third try is over: the next is in half an hour.
  await world.run(world.now() + 6 * minute)
  for (let n = 1; n <= 150; n++) world.publish(aClockIn(1_000 + n, utc(world.now())))
  await world.run(world.now() + 20_000)
  world.publish(inOrder(world, 2))
  await world.run(world.now() + 31 * minute)
  behaveAs(status(204))
  await world.run(world.now() + 3 * hour)
  expect(ownIds(world)).toEqual([anId(1, 9), anId(2, 9)])
}, 120_000)

test('come in order though the topic brought them the other way round, and many wait', async ({
  start,
}) => {
  const world = await start({ name: 'ordered', ordered: true })
  const { received, behaveAs } = world.receiver('ordered')
  behaveAs(status(500))
  // Of one poll after a long outage, say: recorded at one moment.
  for (let sequence = 250; sequence >= 1; sequence--) world.publish(inOrder(world, sequence))
  await world.run(world.now() + 20_000)
  behaveAs(status(204))
  await world.run(world.now() + hour)
  const sequences = received.map(({ body }) => Number(body['sequence']))
  expect(sequences).toEqual(Array.from({ length: 250 }, (_, n) => n + 1))
}, 120_000)

test('what waited while an endpoint was stopped has its tries once that is resumed', async ({
  start,
}) => {
  const world = await start({ name: 'ordered', ordered: true })
  const { behaveAs } = world.receiver('ordered')
  behaveAs(status(500))
  world.publish(inOrder(world, 1))
  // One of its tries is left.
  await world.run(world.now() + 52 * hour)
  world.publish(inOrder(world, 2))
  await world.run(world.now() + minute)
  behaveAs(status(410))
  world.send('ordered', { webhook: 'test' })
  await world.run(world.now() + 6 * day)
  behaveAs(status(500))
  world.send('ordered', { webhook: 'resume' })
  await world.run(world.now() + day)
  behaveAs(status(204))
  await world.run(world.now() + 2 * day)
  expect(world.dead('ordered').map(({ body }) => JSON.parse(body).id)).toEqual([anId(1, 9)])
  expect(ownIds(world)).toEqual([anId(2, 9)])
})

test.for([0, 10])(
  'what waited behind one that is given up is given up soon after, by tries of its own, beside %i others',
  async (others, { start }) => {
    const world = await start({ name: 'ordered', ordered: true })
    const { refused, behaveAs } = world.receiver('ordered')
    behaveAs(status(500))
    const began = world.now()
    for (const each of [1, 2, 3]) world.publish(inOrder(world, each))
    // Of so many that are given up at once, a turn ends with each.
    for (let n = 1; n <= others; n++) world.publish(aClockIn(100 + n, utc(world.now())))
    await world.run(began + 80 * hour)
    const ids = [1, 2, 3].map((sequence) => anId(sequence, 9))
    const dead = world.dead('ordered').map(({ body }) => JSON.parse(body).id)
    expect(dead.filter((id) => ids.includes(id))).toEqual(ids)
    const tries = ids.map((each) => refused.filter(({ id }) => id === each).length)
    expect(tries).toEqual([10, 4, 4])
  },
)
