import { expect, test } from 'vitest'
import { laneOf, lanes } from '../../lib/store/events/lanes.ts'
import {
  attendanceTable,
  deliveriesTable,
  deliveryKeys,
  eventKeys,
  eventsTable,
  keys,
  shardName,
} from '../../lib/store/tables.ts'

// A deployment that looked elsewhere would find an empty system, and tell everything again.
test('every record is where each version of this program looks for it', () => {
  expect([
    keys.rosterRecord,
    { pk: keys.roster, sk: keys.shardPrefix },
    keys.shard('0001'),
    { pk: keys.employeesOf('0001'), sk: keys.employeePrefix },
    keys.employee('0001', 'e'),
    keys.retired('e'),
  ]).toEqual([
    { pk: 'ROSTER', sk: 'ROSTER' },
    { pk: 'ROSTER', sk: 'SHARD#' },
    { pk: 'ROSTER', sk: 'SHARD#0001' },
    { pk: 'SHARD#0001', sk: 'EMPLOYEE#' },
    { pk: 'SHARD#0001', sk: 'EMPLOYEE#e' },
    { pk: 'RETIRED', sk: 'EMPLOYEE#e' },
  ])
  expect([
    deliveryKeys.destination('slack'),
    deliveryKeys.waitingFor('slack'),
    deliveryKeys.waiting('slack', 'a'),
    deliveryKeys.delivered('slack', 'a'),
  ]).toEqual([
    { pk: 'DESTINATION#slack', sk: 'DESTINATION' },
    'WAITING#slack',
    { pk: 'WAITING#slack', sk: 'a' },
    { pk: 'DELIVERED#slack', sk: 'a' },
  ])
  expect([eventKeys.tail(3), eventKeys.segment(11, 42)]).toEqual([
    { pk: 'LANE#03', sk: '000000000000' },
    { pk: 'LANE#11', sk: '000000000042' },
  ])
})

test('all tables have the keys that they were created with', () => {
  const created = { partitionKey: 'pk', sortKey: 'sk', timeToLive: 'ttl' }
  expect([attendanceTable, deliveriesTable, eventsTable]).toEqual([created, created, created])
})

test('everyone’s events stay in one lane, whichever version writes them', () => {
  expect(['0001', '0015', '0016', '0017', '9999'].map(laneOf)).toEqual([1, 15, 0, 1, 15])
  expect(lanes).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15])
})

test('shards are named so that their order is that of their numbers', () => {
  expect([1, 25, 9_999].map(shardName)).toEqual(['0001', '0025', '9999'])
})
