import { StandardUnit } from '@aws-sdk/client-cloudwatch'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createMeter } from '../../lib/platform/meter.ts'
import { metricNames } from '../../lib/platform/metric-names.ts'
import { captureOutput, metricsIn } from '../harness/output.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

const definitionsIn = (line: Record<string, unknown>) =>
  Object(line['_aws'])['CloudWatchMetrics'][0]

describe('figures', () => {
  test('are published once, with their units, by environment', () => {
    const output = captureOutput()
    const meter = createMeter('test')
    meter.add('EmployeesPolled', 40)
    meter.add('Freshness', 1.5)
    meter.flush()
    meter.flush()
    const [line = {}, ...others] = metricsIn(output.json())
    expect(others).toEqual([])
    expect(line).toMatchObject({ service: 'attendance-test', EmployeesPolled: 40, Freshness: 1.5 })
    expect(definitionsIn(line)).toEqual({
      Namespace: 'AttendanceEvents',
      Dimensions: [['service']],
      Metrics: [
        { Name: 'EmployeesPolled', Unit: 'Count' },
        { Name: 'Freshness', Unit: 'Seconds' },
      ],
    })
  })

  test('of one name keep every value', () => {
    const output = captureOutput()
    const meter = createMeter('test')
    for (const delay of [1, 2, 3]) meter.add('DetectionDelay', delay)
    meter.flush()
    expect(metricsIn(output.json())[0]).toMatchObject({ DetectionDelay: [1, 2, 3] })
  })

  test('that are none publish nothing', () => {
    const output = captureOutput()
    createMeter('test').flush()
    expect(output.text()).toBe('')
  })

  test('of events are counted altogether and by type', () => {
    const output = captureOutput()
    const meter = createMeter('test')
    for (const type of ['clocked-in', 'clocked-out', 'clocked-in']) meter.addEvent(type)
    meter.flush()
    const lines = metricsIn(output.json())
    const byType = lines.flatMap((line) =>
      line['type'] === undefined ? [] : [[line['type'], line['EventsPublished']]],
    )
    expect(byType.toSorted()).toEqual([
      ['clocked-in', 2],
      ['clocked-out', 1],
    ])
    const typed = lines.filter((line) => line['type'] !== undefined)
    for (const line of typed) {
      expect(definitionsIn(line).Dimensions).toEqual([['service', 'type']])
      expect(line['service']).toBe('attendance-test')
    }
    const altogether = lines.filter((line) => line['type'] === undefined)
    const counts = altogether.flatMap((line) => [line['EventsPublished']].flat())
    expect(counts.reduce((sum: number, count) => sum + Number(count), 0)).toBe(3)
    for (const line of altogether) expect(definitionsIn(line).Dimensions).toEqual([['service']])
  })

  test('of many values are all published', () => {
    const output = captureOutput()
    const meter = createMeter('test')
    for (let n = 0; n < 250; n++) meter.add('ApiRequests', 1)
    meter.flush()
    const values = metricsIn(output.json()).flatMap((line) => [line['ApiRequests']].flat())
    expect(values).toHaveLength(250)
  })

  test('have units that CloudWatch knows', () => {
    const known: string[] = Object.values(StandardUnit)
    expect(Object.values(metricNames).filter((unit) => !known.includes(unit))).toEqual([])
  })
})
