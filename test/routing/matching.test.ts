import { describe, expect, test } from 'vitest'
import type { AttendanceEvent } from '../../lib/attendance/events/events.ts'
import { matches } from '../../lib/routing/matching.ts'
import type { Show } from '../../lib/routing/where.ts'
import { absence, amina, anEvent, aRule, clocking } from '../alerts/support/events.ts'

type Where = NonNullable<Parameters<typeof aRule>[0]>['where']

const at = (time: string) => anEvent('clocked-in', { clocking }, { time })
const wants = (
  where: Where,
  event: AttendanceEvent = at('2026-11-20T09:02:00Z'),
  show: Show = 'opaque',
) =>
  matches(
    aRule({ on: ['clocked-in', 'clocked-out', 'absence-started'], ...(where && { where }), show }),
    event,
    'Europe/London',
  )

describe('a rule wants', () => {
  test('its types', () => {
    expect(wants({})).toBe(true)
    const left = anEvent('employee-left', { employment: { start: null, end: null } })
    expect(wants({}, left)).toBe(false)
  })

  test('job titles, whatever their case', () => {
    expect([wants({ jobTitles: ['nurse'] }), wants({ jobTitles: ['Porter'] })]).toEqual([
      true,
      false,
    ])
  })

  test('job titles and references, whether a letter and its mark are written as one or as two', () => {
    const employee = { ...amina, jobTitle: 'Infirmière', externalReference: 'SÜD-7' }
    for (const [written, typed] of [
      ['NFC', 'NFD'],
      ['NFD', 'NFC'],
    ] as const) {
      const event: AttendanceEvent = JSON.parse(
        JSON.stringify(anEvent('clocked-in', { employee, clocking })).normalize(written),
      )
      const wanted = [['infirmière'], ['Porter', 'INFIRMIÈRE']]
      for (const titles of wanted)
        expect(wants({ jobTitles: titles.map((each) => each.normalize(typed)) }, event)).toBe(true)
      expect(wants({ employees: ['SÜD-7'.normalize(typed)] }, event)).toBe(true)
      expect(wants({ jobTitles: ['Infirmiere'], employees: ['SUD-7'] }, event)).toBe(false)
    }
  })

  test('employees by id or external reference', () => {
    expect(wants({ employees: [amina.id.toUpperCase()] })).toBe(true)
    expect(wants({ employees: ['HR-1', 'HR-0042'] })).toBe(true)
    expect(wants({ employees: ['HR-1'] })).toBe(false)
  })

  test('types of absences, and then nothing else', () => {
    const away = anEvent('absence-started', { absence: { ...absence, $type: 'Toil' } })
    const wantsShown = (absenceTypes: string[], event?: AttendanceEvent) =>
      wants({ absenceTypes }, event, 'category')
    expect(wantsShown(['Toil'], away)).toBe(true)
    expect(wantsShown(['toil'], away)).toBe(true)
    expect(wantsShown(['Holiday'], away)).toBe(false)
    expect(wantsShown(['Toil'])).toBe(false)
    // An opaque route would learn the type by being told at all.
    expect(wants({ absenceTypes: ['Toil'] }, away)).toBe(false)
  })
})

describe('hours', () => {
  const day = { from: '09:00', to: '17:00' }
  const night = { from: '22:00', to: '06:00' }

  test('hold from their beginning up to their end', () => {
    const times = ['08:59', '09:00', '16:59', '17:00'].map((time) => at(`2026-11-20T${time}:00Z`))
    expect(times.map((event) => wants({ hours: day }, event))).toEqual([false, true, true, false])
  })

  test('may run over midnight, and belong to the day on which they begin', () => {
    // 2026-11-20 is a Friday.
    const times = ['2026-11-20T23:00', '2026-11-21T05:59', '2026-11-21T23:00', '2026-11-21T12:00']
    const hours = { ...night, days: ['fri' as const] }
    expect(times.map((time) => wants({ hours }, at(`${time}:00Z`)))).toEqual([
      true,
      true,
      false,
      false,
    ])
  })

  test('go by the local clock of the employee', () => {
    const auckland = { ...clocking, startTimeZone: 'Pacific/Auckland' }
    const event = anEvent('clocked-in', { clocking: auckland }, { time: '2026-11-19T20:30:00Z' })
    expect(wants({ hours: { ...day, days: ['fri'] } }, event)).toBe(true)
  })

  test('of an absence go by the local clock of the employee, too', () => {
    const auckland = { ...absence, timeZone: 'Pacific/Auckland' }
    // Friday begins there on Thursday morning in London.
    const time = '2026-11-19T11:00:00Z'
    const event = anEvent('absence-started', { absence: auckland }, { time })
    const midnight = { from: '00:00', to: '00:01' }
    expect(wants({ hours: { ...midnight, days: ['fri'] } }, event)).toBe(true)
    expect(wants({ hours: { from: '11:00', to: '12:00' } }, event)).toBe(false)
  })

  test('of a clock-out go by where it ended', () => {
    const flown = { ...clocking, endTimeZone: 'America/New_York' }
    const event = anEvent('clocked-out', { clocking: flown }, { time: '2026-11-20T21:30:00Z' })
    expect(wants({ hours: { from: '16:00', to: '17:00' } }, event)).toBe(true)
  })
})
