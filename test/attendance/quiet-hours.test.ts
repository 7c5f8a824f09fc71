import { describe, expect, test } from 'vitest'
import { epochMs } from '../../lib/attendance/moments.ts'
import { pollEverySeconds } from '../../lib/attendance/quiet-hours.ts'

const nights = { from: '22:00', until: '05:00', everySeconds: 900, timeZone: 'Europe/London' }

describe('quiet hours', () => {
  test.each([
    ['before they begin', '2026-11-18T21:59:59Z', 60],
    ['when they begin', '2026-11-18T22:00:00Z', 900],
    ['after midnight', '2026-11-19T04:59:59Z', 900],
    ['when they end', '2026-11-19T05:00:00Z', 60],
    ['by the clock of the workday: in summer time', '2026-07-01T21:00:00Z', 900],
    ['likewise at their end', '2026-07-02T04:00:00Z', 60],
  ])('%s', (_when, now, seconds) => {
    expect(pollEverySeconds(60, nights, epochMs(now))).toBe(seconds)
  })

  test('may lie within a day', () => {
    const siesta = { ...nights, from: '13:00', until: '15:00' }
    const at = (time: string) => pollEverySeconds(60, siesta, epochMs(`2026-11-18T${time}:00Z`))
    expect(['12:59', '13:00', '14:59', '15:00', '23:00'].map(at)).toEqual([60, 900, 900, 60, 60])
  })

  test('never make polls more frequent, and may be left out', () => {
    const now = epochMs('2026-11-18T23:00:00Z')
    expect(pollEverySeconds(1_800, nights, now)).toBe(1_800)
    expect(pollEverySeconds(60, undefined, now)).toBe(60)
  })
})
