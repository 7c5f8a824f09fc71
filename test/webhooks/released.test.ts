import { ScanCommand } from '@aws-sdk/lib-dynamodb'
import { describe, expect } from 'vitest'
import { day, hour, minute, second, utc } from '../../lib/attendance/moments.ts'
import { anEvent, clocking } from '../alerts/support/events.ts'
import { anId } from '../harness/builders.ts'
import { status } from './support/receiver.ts'
import { test } from './support/webhook-test.ts'
import type { WebhookOverrides, WebhookWorld } from './support/webhook-world.ts'

const cameOnly: Partial<WebhookOverrides> = { events: ['clocked-in'] }
const both: Partial<WebhookOverrides> = { events: ['clocked-in', 'clocked-out'] }

/** Has a version with other settings run from now on. */
const deploy = ({ webhooks }: WebhookWorld, settings: Partial<WebhookOverrides>): void =>
  void Object.assign(webhooks[0] ?? {}, settings)

const publish = (world: WebhookWorld, name: 'clocked-in' | 'clocked-out', sequence: number) => {
  const time = utc(world.now())
  const end = name === 'clocked-out' ? time : null
  world.publish(
    anEvent(name, { clocking: { ...clocking, end } }, { time, id: anId(sequence, 9), sequence }),
  )
}

const sent = (world: WebhookWorld) => world.receiver('payroll').received.map(({ id }) => id)

/** An endpoint that fails once, at the first try of a clock-out. */
const withOneRefused = async (world: WebhookWorld): Promise<void> => {
  const { behaveAs } = world.receiver('payroll')
  behaveAs(status(500))
  publish(world, 'clocked-out', 3)
  await world.run(world.now() + second)
  behaveAs(status(204))
}

describe.each([false, true])('while versions take turns, ordered: %s', (ordered) => {
  const payroll = { name: 'payroll', ordered }

  test('what only one of them wants is sent, though the other looked at it', async ({ start }) => {
    const world = await start({ ...payroll, ...both })
    await withOneRefused(world)
    deploy(world, cameOnly)
    await world.run(world.now() + 30 * minute)
    expect(sent(world)).toEqual([])
    deploy(world, both)
    await world.run(world.now() + 15 * minute)
    expect(sent(world)).toEqual([anId(3, 9)])
  })

  test('as often as they do so', async ({ start }) => {
    const world = await start({ ...payroll, ...both })
    const { behaveAs } = world.receiver('payroll')
    await withOneRefused(world)
    deploy(world, cameOnly)
    await world.run(world.now() + hour)
    deploy(world, both)
    behaveAs(status(500))
    // It fails once more, and is tried again in five minutes, in half an hour and in two hours.
    await world.run(world.now() + 50 * minute)
    deploy(world, cameOnly)
    behaveAs(status(204))
    await world.run(world.now() + 3 * hour)
    deploy(world, both)
    await world.run(world.now() + day)
    expect(sent(world)).toEqual([anId(3, 9)])
  })

  test('what it forbids holds up nothing of the same person', async ({ start }) => {
    const world = await start({ ...payroll, ...both })
    await withOneRefused(world)
    deploy(world, cameOnly)
    await world.run(world.now() + minute)
    publish(world, 'clocked-in', 4)
    await world.run(world.now() + minute)
    expect(sent(world)).toEqual([anId(4, 9)])
  })
})

test('what settings forbid for more than two hours is let go of, and not sent any more', async ({
  start,
  engines: { documents },
}) => {
  const world = await start({ name: 'payroll', ...both })
  await withOneRefused(world)
  deploy(world, cameOnly)
  await world.run(world.now() + 2.5 * hour)
  const { Items = [] } = await documents.send(new ScanCommand({ TableName: world.tableName }))
  expect(Items.filter(({ id }) => id === anId(3, 9))).toMatchObject([
    { state: 'withheld', event: null },
  ])
  deploy(world, both)
  await world.run(world.now() + day)
  expect(sent(world)).toEqual([])
})
