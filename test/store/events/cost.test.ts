import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { expect, onTestFinished } from 'vitest'
import { createUsageMeter } from '../../../bench/measuring/meter.ts'
import { withEvent } from '../../../lib/attendance/events/outbox.ts'
import { publishToLog } from '../../../lib/polling/publishing/publish-to-log.ts'
import { documentClient } from '../../../lib/store/document-client.ts'
import { createLogWriter } from '../../../lib/store/events/log-writer.ts'
import { createSegmentStore } from '../../../lib/store/events/segment-store.ts'
import { aClocking, aProfile, aState, rules } from '../../harness/builders.ts'
import { test } from '../../harness/table-test.ts'

const now = Date.parse('2026-11-18T17:01:00Z')

/** The clock-out of the n-th person, as it is published; each has ids of their own. */
const aClockOut = (n: number) => {
  const id = crypto.randomUUID()
  const employeeId = crypto.randomUUID()
  const end = `2026-11-18T17:00:${String(n % 60).padStart(2, '0')}Z`
  const clocking = { ...aClocking({ id, employeeId, end }), note: undefined }
  const familyName = id.slice(0, 8)
  const state = aState({ employeeId, sequence: n, profile: { ...aProfile, familyName } })
  const draft = { name: 'clocked-out' as const, time: end, facts: [id, end], data: { clocking } }
  const { outbox } = withEvent(state, draft, { now, after: '2026-11-18T17:00:00Z', rules: rules() })
  return outbox.map((entry) => ({ ...entry, shardId: '0001' }))
}

test('250 clock-outs of one poll cost the event log a fifth of a write unit each, its tail included', async ({
  engines,
  table,
}) => {
  const meter = createUsageMeter(() => now)
  const [credentials, region] = [{ accessKeyId: 'local', secretAccessKey: 'local' }, 'eu-west-1']
  const endpoint = engines.environment.AWS_ENDPOINT_URL_DYNAMODB
  const database = meter.meterDatabase(new DynamoDBClient({ endpoint, region, credentials }))
  onTestFinished(() => database.destroy())
  const store = createSegmentStore(documentClient(database), table.name)
  const publish = publishToLog(
    createLogWriter(store, { days: 30, now: () => now, machineNow: () => now }),
  )
  const people = Array.from({ length: 250 }, (_, n) => aClockOut(n))
  // As they are gathered for SNS: at least fifty at a time.
  for (let n = 0; n < 250; n += 50) await publish(people.slice(n, n + 50).flat())
  const { writeUnits, readUnits, databaseCalls } = meter.read()
  expect(writeUnits).toBeLessThanOrEqual(50)
  expect(readUnits).toBeLessThanOrEqual(1)
  // The lane is new: that is noted first, once.
  expect(databaseCalls).toBe(2 + 5 * 2)
})
