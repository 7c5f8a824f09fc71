import { describe, expect } from 'vitest'
import type { ShownAbsence } from '../../../lib/read-api/presence/records.ts'
import { absence, amina, anEvent, clocking } from '../../alerts/support/events.ts'
import { anId, nothingSpecial } from '../../harness/builders.ts'
import { away, closed, open, person, where } from '../support/people.ts'
import { test } from '../support/read-test.ts'

describe('who was where', () => {
  const told = (
    name: 'clocked-in' | 'clocked-out' | 'clocking-removed',
    more: object,
    sequence: number,
  ) => anEvent(name, { clocking: { ...clocking, ...more } }, { sequence, id: anId(sequence, 9) })

  test('by the state, and by the log of what the state has let go', async ({ start }) => {
    const world = await start({ now: '2026-11-18T07:00:00Z' })
    await world.append(told('clocked-in', { start: '2026-11-18T07:00:00Z' }, 1))
    world.at('2026-11-18T16:00:00Z')
    const shift = { start: '2026-11-18T07:00:00Z', end: '2026-11-18T16:00:00Z' }
    await world.append(told('clocked-out', shift, 2))
    world.at('2026-11-20T12:00:00Z')
    await world.save([
      person(1),
      person(2, open('2026-11-17T22:00:00Z')),
      person(3, away('ended', '2026-11-18', '2026-11-18')),
    ])
    expect(await where(world, '?at=2026-11-18T12:00:00Z')).toEqual({
      Person1: 'in',
      Person2: 'in',
      Person3: 'absent',
    })
    expect(await where(world, '?at=2026-11-18T16:00:00%2B00:00')).toEqual({
      Person2: 'in',
      Person3: 'absent',
    })
    expect(await where(world)).toEqual({ Person2: 'in' })
  })

  test('who is no longer kept is known by the log, and what was taken back never was', async ({
    start,
  }) => {
    const world = await start({ now: '2026-11-18T07:00:00Z' })
    const shift = { start: '2026-11-18T07:00:00Z', end: '2026-11-18T16:00:00Z' }
    const other = { ...shift, id: anId(2, 1) }
    await world.append(told('clocked-out', other, 1))
    world.at('2026-11-18T16:00:00Z')
    await world.append(told('clocked-out', shift, 2))
    await world.append(told('clocking-removed', other, 3))
    world.at('2026-11-20T12:00:00Z')
    const { body } = await world.get('/presence?at=2026-11-18T08:00:00Z')
    expect(body.people.map(({ employee, since }) => [employee.givenName, since])).toEqual([
      ['Amina', shift.start],
    ])
    await world.append(told('clocking-removed', shift, 4))
    expect(await where(world, '?at=2026-11-18T08:00:00Z')).toEqual({})
  })

  test('who had left, and was hired again since, was not absent meanwhile; nor who was hired since', async ({
    start,
  }) => {
    const employment = { start: '2024-01-08', end: null }
    const roster = (name: 'employee-joined' | 'employee-left', n: number, at: string) =>
      anEvent(
        name,
        { employee: { ...amina, id: anId(n) }, employment },
        { time: at, sequence: Number(at.slice(8, 10)), id: anId(Number(at.slice(8, 10)), n) },
      )
    const world = await start({ now: '2026-11-10T07:00:00Z' })
    const told = [
      roster('employee-left', 1, '2026-11-12T09:00:00Z'),
      roster('employee-joined', 1, '2026-11-14T09:00:00Z'),
      roster('employee-left', 1, '2026-11-16T09:00:00Z'),
      roster('employee-joined', 2, '2026-11-14T09:00:00Z'),
    ]
    // One that was told before anybody asks about it.
    await world.append(roster('employee-joined', 3, '2026-11-10T07:00:00Z'))
    for (const event of told) {
      world.at(event.time)
      await world.append(event)
    }
    world.at('2026-11-20T12:00:00Z')
    const ill = away('started', '2026-11-09', '2026-11-30')
    const left = { membership: 'leaver', leftAt: '2026-11-16T09:00:00Z' } as const
    await world.save([person(1, { ...ill, ...left }), person(2, ill), person(3, ill)])
    const absent = async (at: string) => Object.keys(await where(world, `?at=${at}`)).join(' ')
    expect(await absent('2026-11-11T09:00:00Z')).toBe('Person1 Person3')
    expect(await absent('2026-11-12T09:00:00Z')).toBe('Person3')
    expect(await absent('2026-11-13T09:00:00Z')).toBe('Person3')
    expect(await absent('2026-11-14T09:00:00Z')).toBe('Person1 Person2 Person3')
    expect(await absent('2026-11-17T09:00:00Z')).toBe('Person2 Person3')
  })

  test('who had left was not absent, though their absence was followed to its end and their state is gone', async ({
    start,
  }) => {
    const world = await start({ now: '2026-11-05T00:00:00Z' })
    const date = (day: string) => ({ $type: 'LocalDate' as const, date: `2026-11-${day}` })
    const ill = { absence: { ...absence, start: date('05'), end: date('12') } }
    const employment = { start: '2024-01-08', end: null }
    const told = (n: number, time: string) => ({ sequence: n, id: anId(n, 9), time })
    const events = [
      anEvent('absence-started', ill, told(1, '2026-11-05T00:00:00Z')),
      anEvent('employee-left', { employment }, told(2, '2026-11-07T09:00:00Z')),
      anEvent('absence-ended', ill, told(3, '2026-11-13T00:00:00Z')),
    ]
    for (const event of events) {
      world.at(event.time)
      await world.append(event)
    }
    world.at('2026-11-20T12:00:00Z')
    expect(await where(world, '?at=2026-11-06T12:00:00Z')).toEqual({ Amina: 'absent' })
    expect(await where(world, '?at=2026-11-08T12:00:00Z')).toEqual({})
  })

  test('an absence lasts by the clock of whoever is absent, from midnight or midday to midnight or midday', async ({
    start,
  }) => {
    const world = await start({ now: '2026-11-10T00:00:00Z' })
    await world.append(told('clocked-in', {}, 1))
    world.at('2026-11-25T12:00:00Z')
    const day = { $type: 'LocalDate', date: '2026-11-20' } as const
    const half = (datePart: 'FirstHalf' | 'SecondHalf') =>
      ({ $type: 'LocalDatePart', date: '2026-11-20', datePart }) as const
    const off = (start: ShownAbsence['start'], end: ShownAbsence['end'], zone?: string) => {
      const ended = { ...nothingSpecial, phase: 'ended' as const, known: { start, end } }
      return { absences: { [anId(1, 3)]: { ...ended, ...(zone !== undefined && { zone }) } } }
    }
    await world.save([
      person(1, { ...off(day, day), timeZone: 'Pacific/Auckland' }),
      person(2, { ...off(day, day), timeZone: 'America/Los_Angeles' }),
      person(3, off(half('FirstHalf'), half('FirstHalf'))),
      person(4, off(half('SecondHalf'), day)),
      person(5, closed('2026-11-20T22:00:00Z', '2026-11-21T06:00:00Z')),
      // Who was in Tokyo then, and is back.
      person(6, { ...off(day, day, 'Asia/Tokyo'), timeZone: 'Europe/London' }),
    ])
    for (const [at, people] of [
      ['2026-11-19T10:59:59Z', ''],
      ['2026-11-19T11:00:00Z', '1'],
      ['2026-11-19T15:00:00Z', '16'],
      ['2026-11-20T00:00:00Z', '136'],
      ['2026-11-20T08:00:00Z', '1236'],
      ['2026-11-20T11:00:00Z', '236'],
      ['2026-11-20T12:30:00Z', '246'],
      ['2026-11-20T23:59:59Z', '245'],
      ['2026-11-21T00:00:00Z', '25'],
      ['2026-11-21T08:00:00Z', ''],
    ] as const) {
      const found = Object.keys(await where(world, `?at=${at}`))
      expect(found.map((name) => name.slice(-1)).join(''), at).toBe(people)
    }
  })

  test('no further back than the log reaches, and not ahead', async ({ start }) => {
    const world = await start({ now: '2026-11-18T07:00:00Z', days: 7 })
    const nothing = await world.get('/presence?at=2026-11-18T06:00:00Z')
    expect([nothing.status, nothing.body.detail]).toEqual([
      410,
      'at: nothing that was published is kept yet, so only the present can be told',
    ])
    await world.append(told('clocked-in', {}, 1))
    const before = await world.get('/presence?at=2026-11-18T06:59:59Z')
    expect([before.status, before.body.detail]).toEqual([
      410,
      'at: what was so is known from 2026-11-18T07:00:00Z on',
    ])
    world.at('2026-11-28T07:00:00Z')
    const expired = await world.get('/presence?at=2026-11-21T08:59:59Z')
    expect(expired.body.detail).toBe('at: what was so is known from 2026-11-21T09:00:00Z on')
    expect((await world.get('/presence?at=2026-11-21T09:00:00Z')).status).toBe(200)
    const ahead = await world.get('/presence?at=2026-11-28T07:00:01Z')
    expect([ahead.status, ahead.body.detail]).toEqual([
      400,
      'at: must not be to come: it is 2026-11-28T07:00:00Z',
    ])
  })

  test.for([
    ['of no offset', '2026-11-27T07:00:00'],
    ['whose + the query made a space', '2026-11-27T07:00:00+00:00'],
    ['that is none', 'yesterday'],
    ['of a day that is none', '2026-02-30T07:00:00Z'],
  ])('not at a moment %s', async ([, at], { start }) => {
    const { status, body } = await (await start()).get(`/presence?at=${at}`)
    expect([status, body.detail]).toEqual([
      400,
      'at: must be a moment with its offset, such as 2026-11-20T09:00:00Z; in a query + is written %2B',
    ])
  })
})
