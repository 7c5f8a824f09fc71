import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { expect } from 'vitest'
import { eventKeys, keys } from '../../lib/store/tables.ts'
import { aClockIn } from '../alerts/support/events.ts'
import { anId } from '../harness/builders.ts'
import type { Engines } from '../harness/engines.ts'
import { person } from './support/people.ts'
import { test } from './support/read-test.ts'

type Key = Record<string, string | number>

/** As a release leaves a record that was taken back. */
const asOfLaterVersion = ({ documents }: Engines, table: string, key: Key) =>
  documents.send(
    new UpdateCommand({
      TableName: table,
      Key: key,
      UpdateExpression: 'SET #schema = :schema',
      ExpressionAttributeNames: { '#schema': 'schema' },
      ExpressionAttributeValues: { ':schema': 99 },
    }),
  )

const problem = {
  type: 'about:blank',
  title: 'Service Unavailable',
  status: 503,
  detail: expect.stringContaining('later version'),
}

test('somebody whose state only a later version can read is a problem, and nobody else is', async ({
  start,
  engines,
}) => {
  const world = await start()
  await world.save([person(1), person(2)])
  await asOfLaterVersion(engines, world.resources.tableName, keys.employee('0001', anId(1)))
  const { status, response, body } = await world.get(`/employees/${anId(1)}`)
  expect([status, body]).toEqual([503, problem])
  expect(response.headers.get('content-type')).toBe('application/problem+json')
  expect((await world.get(`/employees/${anId(2)}`)).status).toBe(200)
})

test('what only a later version can read of the log is not skipped', async ({ start, engines }) => {
  const world = await start()
  for (const n of [1, 2, 3]) await world.append(aClockIn(n, '2026-11-20T09:00:00Z'))
  await asOfLaterVersion(engines, world.resources.eventsTable, eventKeys.segment(1, 2))
  const { status, body } = await world.get('/events')
  expect([status, body]).toEqual([503, problem])
})
