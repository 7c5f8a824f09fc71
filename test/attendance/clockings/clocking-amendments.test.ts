import { describe, expect, test } from 'vitest'
import {
  clockingAmendments,
  needsNewIds,
} from '../../../lib/attendance/clockings/clocking-amendments.ts'
import type { KnownClocking } from '../../../lib/attendance/state/state.ts'
import { aBreak, aClocking, anId, aSnapshot } from '../../harness/builders.ts'
import { employeePoller, outline } from '../../harness/employee-poller.ts'

const told: KnownClocking = {
  start: '2026-11-18T09:00:00Z',
  end: '2026-11-18T17:00:00Z',
  startTimeZone: 'Europe/London',
  endTimeZone: 'Europe/London',
  breaks: [aBreak()],
}
const changes = (before: Partial<KnownClocking>, after: Partial<KnownClocking>) =>
  clockingAmendments({ ...told, ...before }, { ...told, ...after })

describe('an amendment of a clocking', () => {
  test('is none where only the spelling of a moment changed', () => {
    const respelt = {
      start: '2026-11-18T10:00:00+01:00',
      end: '2026-11-18T17:00:00.000Z',
      breaks: [aBreak({ start: '2026-11-18T12:00:00', end: '2026-11-18T12:30:00+00:00' })],
    }
    expect(changes({}, respelt)).toEqual([])
  })

  test('has every field that changed', () => {
    const after = { start: '2026-11-18T08:00:00Z', startTimeZone: 'Europe/Paris' }
    expect(changes({}, after)).toEqual([
      { field: 'start', before: told.start, after: after.start },
      { field: 'startTimeZone', before: 'Europe/London', after: 'Europe/Paris' },
    ])
  })

  test('has an end that was taken back', () => {
    expect(changes({}, { end: null })).toEqual([{ field: 'end', before: told.end, after: null }])
  })

  test('has the zone of the end only where there was one before and after', () => {
    const endTimeZone = 'Europe/Paris'
    expect(changes({}, { endTimeZone })).toEqual([
      { field: 'endTimeZone', before: 'Europe/London', after: 'Europe/Paris' },
    ])
    expect(changes({ end: null }, { end: null, endTimeZone })).toEqual([])
    expect(changes({}, { end: null, endTimeZone }).map(({ field }) => field)).toEqual(['end'])
    expect(changes({ end: null }, { endTimeZone }).map(({ field }) => field)).toEqual(['end'])
  })

  test('has a note that changed, even if both read as the same moment', () => {
    const [before, after] = ['2026-11-18T09:00:00Z', '2026-11-18T09:00:00.000Z'] as const
    expect(changes({ note: before }, { note: after })).toEqual([{ field: 'note', before, after }])
    expect(changes({ note: null }, { note: after })).toEqual([
      { field: 'note', before: null, after },
    ])
  })

  test('has the edges of a break that moved, and a break that is gone', () => {
    const other = aBreak({ id: anId(2, 2), start: '2026-11-18T15:00:00Z', end: null })
    const moved = aBreak({ start: '2026-11-18T12:05:00Z', end: null })
    expect(changes({ breaks: [aBreak(), other] }, { breaks: [moved] })).toEqual([
      {
        field: `breaks.${anId(1, 2)}.start`,
        before: '2026-11-18T12:00:00Z',
        after: '2026-11-18T12:05:00Z',
      },
      { field: `breaks.${anId(1, 2)}.end`, before: '2026-11-18T12:30:00Z', after: null },
      { field: `breaks.${anId(2, 2)}`, before: other, after: null },
    ])
  })
})

describe('what was told is taken back', () => {
  test.each([
    ['the end of a clocking', 'end'],
    ['the end of a break', 'breaks.1.end'],
    ['a break', 'breaks.1'],
  ])('where %s is gone', (_what, field) => {
    expect(needsNewIds({ field, before: 'x', after: null })).toBe(true)
    expect(needsNewIds({ field, before: 'x', after: 'y' })).toBe(false)
  })

  test('not where a note or another field is', () => {
    expect(needsNewIds({ field: 'note', before: 'x', after: null })).toBe(false)
    expect(needsNewIds({ field: 'weekend', before: 'x', after: null })).toBe(false)
  })

  test('where it lies at another time', () => {
    expect(needsNewIds({ field: 'start', before: 'x', after: 'y' })).toBe(true)
  })
})

describe('a break', () => {
  const at = (time: string) => `2026-11-18T${time}:00Z`
  const shift = (...breaks: ReturnType<typeof aBreak>[]) =>
    aSnapshot(at('18:00'), { clockings: [aClocking({ end: null, breaks })] })
  const polls = (...snapshots: ReturnType<typeof aSnapshot>[]) => {
    const employee = employeePoller()
    return snapshots.map((snapshot) => employee.poll(at('18:00'), snapshot))
  }
  const open = aBreak({ end: null })

  test('that is taken back and comes again is told again, with other ids', () => {
    const [first, doubted, gone, doubtedAgain, again] = polls(
      shift(aBreak()),
      shift(),
      shift(),
      shift(aBreak()),
      shift(aBreak()),
    )
    expect([doubted, doubtedAgain]).toEqual([[], []])
    expect(outline(gone ?? [])).toEqual([`clocking-amended ${at('18:00')}`])
    expect(outline(again ?? [])).toEqual([
      `break-started ${at('12:00')}`,
      `break-ended ${at('12:30')}`,
    ])
    const ids = [...(first ?? []), ...(again ?? [])].map(({ id }) => id)
    expect(new Set(ids).size).toBe(5)
  })

  test('whose end is taken back ends again, with another id', () => {
    const [first, doubted, gone, doubtedAgain, again] = polls(
      shift(aBreak()),
      shift(open),
      shift(open),
      shift(aBreak()),
      shift(aBreak()),
    )
    expect([doubted, doubtedAgain]).toEqual([[], []])
    expect(outline(gone ?? [])).toEqual([`clocking-amended ${at('18:00')}`])
    expect(outline(again ?? [])).toEqual([`break-ended ${at('12:30')}`])
    expect(again?.[0]?.id).not.toBe(first?.[2]?.id)
  })

  test('that ends while another begins leaves the other as it is', () => {
    const second = aBreak({ id: anId(2, 2), start: at('15:00'), end: null })
    const [, told, quiet] = polls(shift(open), shift(aBreak(), second), shift(aBreak(), second))
    expect(outline(told ?? [])).toEqual([
      `break-ended ${at('12:30')}`,
      `break-started ${at('15:00')}`,
    ])
    expect(quiet).toEqual([])
  })

  test('is told with the clocking as it is, and itself', () => {
    const [events] = polls(shift(aBreak()))
    for (const event of events?.slice(1) ?? [])
      expect(event.data).toMatchObject({ clocking: { breaks: [aBreak()] }, break: aBreak() })
  })
})
