import { PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb'
import { expect } from 'vitest'
import { day, second, utc } from '../../lib/attendance/moments.ts'
import { absence, aClockIn, anEvent } from '../alerts/support/events.ts'
import { anId } from '../harness/builders.ts'
import { status } from './support/receiver.ts'
import { test } from './support/webhook-test.ts'

test('settings that name fewer people and types hold for what waits, too', async ({ start }) => {
  const world = await start({ name: 'payroll', show: 'full' })
  const { received, behaveAs } = world.receiver('payroll')
  behaveAs(status(500))
  const ill = { ...absence, $type: 'Sickness', reason: { id: 1, description: 'Migraine' } }
  world.publish(anEvent('absence-started', { absence: ill }))
  await world.run(world.now() + second)
  behaveAs(status(204))
  const [webhook] = world.webhooks
  Object.assign(webhook ?? {}, { events: ['clocked-in'], where: { employees: [anId(77)] } })
  await world.run(world.now() + day)
  expect(received.map(({ raw }) => raw).join()).not.toContain('Migraine')
})

test('what only a later version can read is kept for 30 days from when it came', async ({
  start,
  engines,
}) => {
  const world = await start({ name: 'payroll' })
  const { behaveAs } = world.receiver('payroll')
  const records = async (): Promise<Record<string, unknown>[]> => {
    const all = new ScanCommand({ TableName: world.tableName })
    const { Items = [] } = await engines.documents.send(all)
    return Items.filter(({ id, sk }) => id === anId(1, 9) && String(sk).startsWith('DELIVERY#'))
  }
  behaveAs(status(500))
  const came = world.now()
  world.publish(aClockIn(1, utc(came)))
  await world.run(world.now() + second)
  behaveAs(status(204))
  const [item = {}] = await records()
  const event = { ...JSON.parse(String(item['event'])), type: 'attendance.sat-down' }
  const Item = { ...item, event: JSON.stringify(event) }
  await engines.documents.send(new PutCommand({ TableName: world.tableName, Item }))
  world.publish(aClockIn(2, utc(world.now())))
  await world.run(came + 2 * day)
  const [kept] = await records()
  const expires = Number(kept?.['ttl']) * second
  expect(expires - came).toBeLessThanOrEqual(30 * day + second)
})
