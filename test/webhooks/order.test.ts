import { ScanCommand } from '@aws-sdk/lib-dynamodb'
import { expect } from 'vitest'
import { day, hour, minute, utc } from '../../lib/attendance/moments.ts'
import { deliveriesOf, removeDeliveries } from '../../lib/store/deliveries-of.ts'
import { aClockIn, clocking } from '../alerts/support/events.ts'
import { anId } from '../harness/builders.ts'
import { inOrder, ownIds, refusing } from './support/in-order.ts'
import { status } from './support/receiver.ts'
import { test } from './support/webhook-test.ts'

test('what is sent again, or is of a snapshot, and is refused holds back no news', async ({
  start,
}) => {
  const world = await start({ name: 'ordered', ordered: true })
  const { behaveAs } = world.receiver('ordered')
  const former = inOrder(world, 1)
  world.publish(former)
  await world.run(world.now() + minute)
  behaveAs((response, { headers }) =>
    response.writeHead(refusing(anId(1, 9), anId(2, 9))(headers['webhook-id'])).end(),
  )
  world.send('ordered', { webhook: 'replay', event: former })
  world.publish({ ...inOrder(world, 2), baseline: true, snapshot: true })
  await world.run(world.now() + minute)
  world.publish(inOrder(world, 3))
  await world.run(world.now() + minute)
  expect(ownIds(world)).toEqual([anId(1, 9), anId(3, 9)])
})

test('what is sent again is in order, too', async ({ start }) => {
  const world = await start({ name: 'ordered', ordered: true })
  const { behaveAs } = world.receiver('ordered')
  const again = [1, 2].map((sequence) => inOrder(world, sequence))
  for (const event of again) world.publish(event)
  await world.run(world.now() + minute)
  behaveAs((response, { headers }) =>
    response.writeHead(refusing(anId(1, 9))(headers['webhook-id'])).end(),
  )
  for (const event of again) world.send('ordered', { webhook: 'replay', event })
  await world.run(world.now() + minute)
  behaveAs(status(204))
  await world.run(world.now() + hour)
  expect(ownIds(world)).toEqual([anId(1, 9), anId(2, 9), anId(1, 9), anId(2, 9)])
})

test('come in order once an endpoint that was stopped is resumed', async ({ start }) => {
  const world = await start({ name: 'ordered', ordered: true })
  const { behaveAs } = world.receiver('ordered')
  behaveAs(status(500))
  world.publish(inOrder(world, 1))
  await world.run(world.now() + 50 * minute)
  behaveAs(status(410))
  world.send('ordered', { webhook: 'test' })
  await world.run(world.now() + minute)
  expect(world.reports.get('ordered')?.stopped?.reason).toBe('HTTP 410')
  world.publish(inOrder(world, 2))
  for (let n = 1; n <= 120; n++) world.publish(aClockIn(1_000 + n, utc(world.now())))
  await world.run(world.now() + day)
  behaveAs(status(204))
  world.send('ordered', { webhook: 'resume' })
  await world.run(world.now() + hour)
  expect(ownIds(world)).toEqual([anId(1, 9), anId(2, 9)])
}, 120_000)

test('of whoever is forgotten while an event is posted nothing holds back others', async ({
  start,
  engines: { documents },
}) => {
  const world = await start({ name: 'ordered', ordered: true })
  const { behaveAs } = world.receiver('ordered')
  const answers = (code: number) =>
    behaveAs(async (response) => {
      const held = await deliveriesOf(documents, world.tableName, clocking.employeeId, new Set())
      await removeDeliveries(documents, world.tableName, held)
      response.writeHead(code).end()
    })
  for (const code of [500, 204]) {
    answers(code)
    world.publish(inOrder(world, code))
    await world.run(world.now() + 1_000)
    const { Items = [] } = await documents.send(new ScanCommand({ TableName: world.tableName }))
    expect(JSON.stringify(Items)).not.toContain(clocking.employeeId)
  }
})
