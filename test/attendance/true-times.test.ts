import { describe, expect, test } from 'vitest'
import type { AttendanceEvent } from '../../lib/attendance/events/events.ts'
import { epochMs } from '../../lib/attendance/moments.ts'
import type { Snapshot } from '../../lib/attendance/snapshot.ts'
import { answering } from '../harness/answering.ts'
import { aClocking, aHoliday, aSickness, aSnapshot, aState, rules } from '../harness/builders.ts'
import { stateAfter } from '../harness/state-after.ts'

const at = (time: string) => `2026-11-18T${time}Z`
const [asked, came] = [at('17:00:00'), at('17:00:01.500')]
const after = { clockings: at('16:59:00'), absences: at('16:45:00') }

const told = (snapshot: Snapshot, state = aState(), watching = rules()) =>
  stateAfter(
    state,
    snapshot,
    answering(came, { asked: epochMs(asked), after, rules: watching }),
  ).outbox.map(({ message }): AttendanceEvent => JSON.parse(message))

const timesOf = ({ type, time, recordedtime, data }: AttendanceEvent) => ({
  type: type.replace('attendance.', ''),
  time,
  recordedtime,
  observed: data.observed,
})

describe('an event', () => {
  test('is recorded when the answer came, so that what happened while it took is not before it', () => {
    const end = at('17:00:01')
    const [, event] = told(aSnapshot(came, { clockings: [aClocking({ end })] }))
    expect(event && timesOf(event)).toEqual({
      type: 'clocked-out',
      time: end,
      recordedtime: came,
      observed: { after: after.clockings, by: came },
    })
  })

  test('of an absence became visible since absences were last asked for', () => {
    const [event] = told(aSnapshot(came, { absences: [aHoliday()] }))
    expect(event && timesOf(event)).toEqual({
      type: 'absence-started',
      time: at('00:00:00'),
      recordedtime: came,
      observed: { after: after.absences, by: came },
    })
  })

  test.each(['start', 'end'] as const)(
    'of an absence whose %s is moved became visible since absences were last asked for',
    (edge) => {
      const soon = { $type: 'LocalDate', date: '2026-11-25' } as const
      const [start, end] = edge === 'start' ? [soon, null] : [aHoliday().start, soon]
      const known = stateAfter(
        aState(),
        aSnapshot('2026-11-18T12:00:00Z', { absences: [aHoliday({ start, end })] }),
        answering('2026-11-18T12:00:00Z'),
      )
      const on = (time: string) => ({ $type: 'LocalDateTime', date: '2026-11-18', time }) as const
      const moved =
        edge === 'start' ? { start: on('16:30:00'), end } : { start, end: on('16:30:00') }
      const events = told(aSnapshot(came, { absences: [aHoliday(moved)] }), {
        ...known,
        outbox: [],
      })
      const event = events.at(-1)
      expect(event && timesOf(event)).toEqual({
        type: `absence-${edge}ed`,
        time: at('16:30:00'),
        recordedtime: came,
        observed: { after: after.absences, by: came },
      })
    },
  )

  test('that the local clock brought about happened since the poll before', () => {
    const eve = aSnapshot('2026-11-17T12:00:00Z', {
      absences: [
        aHoliday({ start: { $type: 'LocalDateTime', date: '2026-11-18', time: '16:59:30' } }),
      ],
    })
    const known = stateAfter(aState(), eve, answering('2026-11-17T12:00:00Z'))
    const [event] = told(aSnapshot(came), known)
    expect(event && timesOf(event)).toEqual({
      type: 'absence-started',
      time: at('16:59:30'),
      recordedtime: came,
      observed: { after: after.clockings, by: came },
    })
  })

  test('of what is gone happened when the answer came', () => {
    const missingSince = at('16:50:00')
    const known = stateAfter(
      aState(),
      aSnapshot(at('16:40:00'), { clockings: [aClocking({ end: null })] }),
      answering(at('16:40:00')),
    )
    const missing = stateAfter(known, aSnapshot(missingSince), answering(missingSince))
    const [event] = told(aSnapshot(came), { ...missing, outbox: [] })
    expect(event && timesOf(event)).toEqual({
      type: 'clocking-removed',
      time: came,
      recordedtime: came,
      observed: { after: after.clockings, by: came },
    })
  })

  test('of attention happened when it did, not when it was seen', () => {
    const watching = rules({
      attention: {
        clockingLongerThanHours: 8,
        breakLongerThanMinutes: null,
        clockedInWhileAbsent: false,
        absenceGraceMinutes: 0,
        returnOverdue: false,
      },
    })
    const clockings = [aClocking({ start: at('08:59:30'), end: null })]
    const [, event] = told(aSnapshot(came, { clockings }), aState(), watching)
    expect(event && timesOf(event)).toEqual({
      type: 'clocking-overdue',
      time: at('16:59:30'),
      recordedtime: came,
      observed: { after: after.clockings, by: came },
    })
  })

  test('of an open clocking during an absence was not seen since both were asked for', () => {
    const clockings = [aClocking({ start: at('08:59:30'), end: null })]
    const attention = { ...rules().attention, clockedInWhileAbsent: true, absenceGraceMinutes: 0 }
    const watching = rules({ attention })
    const events = told(aSnapshot(came, { clockings, absences: [aHoliday()] }), aState(), watching)
    const contradiction = events.find(({ type }) => type === 'attendance.clocked-in-while-absent')
    expect(contradiction?.data.observed).toEqual({ after: after.absences, by: came })
  })

  test('likewise, and no later than it was so, where an answer before showed the one, and another the other', () => {
    const clockings = [aClocking({ start: at('16:30:00'), end: null })]
    const attention = { ...rules().attention, clockedInWhileAbsent: true, absenceGraceMinutes: 0 }
    const watching = rules({ attention })
    const absent = { ...aSnapshot(at('16:20:00'), { absences: [aHoliday()] }), clockings: null }
    const one = stateAfter(aState(), absent, answering(at('16:20:00')))
    const known = stateAfter(
      one,
      aSnapshot(at('16:40:00'), { clockings }),
      answering(at('16:40:00')),
    )
    const both = aSnapshot(came, { clockings, absences: [aHoliday()] })
    const [contradiction] = told(both, { ...known, outbox: [] }, watching)
    expect(contradiction && timesOf(contradiction)).toEqual({
      type: 'clocked-in-while-absent',
      time: at('16:30:00'),
      recordedtime: came,
      observed: { after: at('16:30:00'), by: came },
    })
  })

  const awaitingReturns = rules({ attention: { ...rules().attention, returnOverdue: true } })

  test('of a return that is overdue was not seen since absences were asked for, where they have just been', () => {
    const estimatedReturn = { date: '2026-11-18', time: '16:50:00' }
    const sickness = aSickness({ end: null, estimatedReturn })
    const events = told(aSnapshot(came, { absences: [sickness] }), aState(), awaitingReturns)
    const overdue = events.find(({ type }) => type === 'attendance.return-overdue')
    expect(overdue && timesOf(overdue)).toEqual({
      type: 'return-overdue',
      time: at('16:50:00'),
      recordedtime: came,
      observed: { after: after.absences, by: came },
    })
  })

  test('of a return that is overdue happened since the poll before, where only the clock went on', () => {
    const estimatedReturn = { date: '2026-11-18', time: '16:59:30' }
    const eve = aSnapshot(at('16:45:00'), { absences: [aSickness({ end: null, estimatedReturn })] })
    const known = stateAfter(aState(), eve, answering(at('16:45:00')))
    const [event] = told(
      { ...aSnapshot(came), absences: null },
      { ...known, outbox: [] },
      awaitingReturns,
    )
    expect(event && timesOf(event)).toEqual({
      type: 'return-overdue',
      time: at('16:59:30'),
      recordedtime: came,
      observed: { after: after.clockings, by: came },
    })
  })
})
