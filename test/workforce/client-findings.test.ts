import { describe, expect, test } from 'vitest'
import type { Finding } from '../../lib/workforce/findings.ts'
import { aClocking, anAbsence } from './records.ts'
import { aClient, all, employeeId, page, startService } from './service.ts'

describe('what the spec does not know', () => {
  test('is kept, counted each time and logged once', async () => {
    const counted: Finding[] = []
    const logged: Finding[] = []
    const items = [
      aClocking({ startTimeZone: 'GMT Standard Time', endTimeZone: 'GMT Standard Time' }),
      aClocking({ startTimeZone: '+01:00', endTimeZone: 'a\nb' }),
      aClocking({ end: 'Ada' }),
    ]
    const absences = [
      anAbsence({ $type: 'Sabbatical' }),
      anAbsence({ end: { $type: 'Never' } }),
      anAbsence({ employeeId: '11111111-5a7d-4c1b-9a55-0d4c2f1d7e10' }),
    ]
    const service = await startService((response, seen) =>
      page(seen.path.includes('absences') ? absences : items)(response, seen),
    )
    const client = aClient(service, {
      onUnexpected: (finding) => counted.push(finding),
      logger: { warn: (_message, finding) => logged.push(finding) },
    })
    for (const _time of [1, 2]) {
      expect((await all(client.listClockings({ employeeId })))[0]?.records).toHaveLength(2)
      expect((await all(client.listAbsences({ employeeId })))[0]?.records).toHaveLength(2)
    }
    const expected = [
      { kind: 'rejected-record', value: 'end: invalid_format' },
      { kind: 'time-zone', value: 'GMT Standard Time' },
      { kind: 'time-zone', value: '+01:00' },
      { kind: 'time-zone', value: 'unprintable' },
      { kind: 'rejected-record', value: 'employeeId: not the employee asked for' },
      { kind: 'absence-type', value: 'Sabbatical' },
      { kind: 'boundary-type', value: 'Never' },
    ]
    expect(logged).toEqual(expected)
    expect(counted).toEqual([...expected, ...expected])
  })
})
