import { describe, expect } from 'vitest'
import { filterPolicyOf } from '../../../lib/alerts/rules/filter-policy.ts'
import { publishToTopic } from '../../../lib/publishing/topic.ts'
import { createQueue } from '../../../local/aws/queue.ts'
import { subscribeQueue } from '../../../local/aws/topic.ts'
import { anId } from '../../harness/builders.ts'
import { test } from '../../harness/engine-test.ts'
import { aRule } from '../support/events.ts'

describe('the filter policy', () => {
  test('of no rules is none', () => {
    expect(filterPolicyOf([])).toBeNull()
  })

  test('takes the types that some rule wants, and no baseline', () => {
    const rules = [aRule({ on: ['clocked-out', 'clocked-in'] }), aRule({ on: ['clocked-in'] })]
    expect(filterPolicyOf(rules)).toEqual({
      type: [
        'attendance.break-started',
        'attendance.clocked-in',
        'attendance.clocked-out',
        'attendance.clocking-amended',
        'attendance.clocking-removed',
      ],
      baseline: ['false'],
    })
  })

  test('is narrowed by nobody and no type of absence, since what was told of others is corrected', () => {
    const where = { absenceTypes: ['Holiday'], employees: [anId(1)] }
    const away = aRule({ on: ['absence-started'], where, show: 'category' })
    expect(filterPolicyOf([away])).toEqual({
      type: [
        'attendance.absence-amended',
        'attendance.absence-started',
        'attendance.absence-withdrawn',
      ],
      baseline: ['false'],
    })
  })

  test('takes what settles something overdue, and what shows that something is there after all', () => {
    const policy = filterPolicyOf([aRule({ on: ['break-overdue', 'return-overdue'] })])
    expect(policy?.['type']).toEqual([
      'attendance.absence-amended',
      'attendance.absence-ended',
      'attendance.absence-started',
      'attendance.absence-withdrawn',
      'attendance.break-ended',
      'attendance.break-overdue',
      'attendance.break-started',
      'attendance.clocked-in',
      'attendance.clocked-out',
      'attendance.clocking-amended',
      'attendance.clocking-removed',
      'attendance.return-overdue',
    ])
  })

  test('lets exactly these through on a real topic', async ({ engines }) => {
    const { topicArn } = await engines.createResources()
    const alerts = await createQueue(engines.queues, 'alerts', {})
    const policy = filterPolicyOf([aRule({ on: ['clocked-in'] })])
    await subscribeQueue(engines.sns, topicArn, alerts.arn, policy)
    const entry = (n: number, type: string, baseline: string) => ({
      id: anId(n),
      type,
      time: '',
      recordedtime: '',
      message: JSON.stringify({ n }),
      attributes: { type, employeeId: anId(1), baseline },
    })
    await publishToTopic(
      engines.sns,
      topicArn,
    )([
      entry(1, 'attendance.clocked-in', 'false'),
      entry(2, 'attendance.clocked-in', 'true'),
      entry(3, 'attendance.clocked-out', 'false'),
    ])
    const taken = await engines.drain(alerts.url)
    expect(taken.map(({ event }) => event)).toEqual([{ n: 1 }])
  })
})
