import { describe, expect, it } from 'vitest'
import { busyMoment } from '../../../local/source/busy-moment.ts'
import {
  emptyOrganisation,
  type Organisation,
} from '../../../local/workforce-service/organisation.ts'
import { aClocking, anEmployee } from '../../harness/builders.ts'

const night = Date.parse('2026-11-18T02:00:00Z')

/** One person who clocks in once. */
const clockingInAt = (start: string): Organisation => ({
  ...emptyOrganisation,
  employees: () => [anEmployee()],
  clockings: (_id, _from, _to, at) =>
    at < Date.parse(start) ? [] : [aClocking({ start, end: null })],
})

describe('the moment at which a simulation begins', () => {
  it('is the present where something happens soon', () => {
    expect(busyMoment(clockingInAt('2026-11-18T02:04:00Z'), night)).toBe(night)
  })

  it('skips a quiet night up to shortly before the first clock-in', () => {
    const start = '2026-11-18T06:58:00Z'
    const moment = busyMoment(clockingInAt(start), night)
    expect(Date.parse(start) - moment).toBeGreaterThan(2 * 60_000)
    expect(Date.parse(start) - moment).toBeLessThanOrEqual(7 * 60_000)
  })

  it('is the present where nothing will happen for days', () => {
    expect(busyMoment(clockingInAt('2026-12-24T09:00:00Z'), night)).toBe(night)
    expect(busyMoment(emptyOrganisation, night)).toBe(night)
  })
})
