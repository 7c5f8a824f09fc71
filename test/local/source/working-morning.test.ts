import { describe, expect, test } from 'vitest'
import { workingMorning } from '../../../local/source/working-morning.ts'

const morningAfter = (now: string, timeZone = 'Europe/London', speed = 60): string =>
  new Date(workingMorning(Date.parse(now), timeZone, speed)).toISOString()

describe('the morning on which a simulation begins', () => {
  test('is that of the same day where it has not come yet, 8 real seconds before 08:30', () => {
    expect(morningAfter('2026-11-18T02:00:00Z')).toBe('2026-11-18T08:22:00.000Z')
    expect(morningAfter('2026-11-18T08:22:00Z')).toBe('2026-11-18T08:22:00.000Z')
  })

  test('is that of the next day once it has passed', () => {
    expect(morningAfter('2026-11-18T08:22:01Z')).toBe('2026-11-19T08:22:00.000Z')
  })

  test('is never on a weekend', () => {
    expect(morningAfter('2026-11-20T12:00:00Z')).toBe('2026-11-23T08:22:00.000Z')
    expect(morningAfter('2026-11-22T23:00:00Z')).toBe('2026-11-23T08:22:00.000Z')
  })

  test('is one of the zone, on the days of the zone', () => {
    // Sunday evening in London is Monday morning in Auckland.
    expect(morningAfter('2026-11-22T18:00:00Z', 'Pacific/Auckland')).toBe(
      '2026-11-22T19:22:00.000Z',
    )
    // The clocks go forward on Sunday; Monday is in summer time.
    expect(morningAfter('2027-03-27T12:00:00Z')).toBe('2027-03-29T07:22:00.000Z')
  })

  test('leaves as much real time before it at another speed, within reason', () => {
    expect(morningAfter('2026-11-18T02:00:00Z', 'UTC', 600)).toBe('2026-11-18T07:10:00.000Z')
    expect(morningAfter('2026-11-17T12:00:00Z', 'UTC', 86_400)).toBe('2026-11-18T00:30:00.000Z')
    expect(morningAfter('2026-11-18T02:00:00Z', 'UTC', 2)).toBe('2026-11-18T08:29:00.000Z')
  })
})
