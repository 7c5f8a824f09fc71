import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readQueueMessage } from '../../lib/alerts/receiving/queue-message.ts'
import { epochMs } from '../../lib/attendance/moments.ts'
import type { Clocking } from '../../lib/workforce/contract/clocking.ts'
import { readRecords } from '../../lib/workforce/listing.ts'
import { ReadAbsence, ReadClocking, ReadEmployee } from '../../lib/workforce/reading.ts'
import { aClocking, aHoliday, anId, aSickness, aState, employeeId } from '../harness/builders.ts'
import { createSystem } from './system.ts'

/** Records that hold, and make no sense: any year, any offset, ends before starts, no zones. */

const offset = fc.constantFrom('Z', '', '+00:00', '+14:00', '-12:00', '-23:59', '.123456789Z')
const anyDay = fc
  .date({ min: new Date('0000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const date = fc.oneof(
  fc.constantFrom(
    '0000-01-01',
    '0001-01-01',
    '1900-01-01',
    '2026-11-17',
    '2026-11-18',
    '2026-11-19',
    '9999-12-31',
  ),
  anyDay,
)
const time = fc.constantFrom('00:00:00', '09:30:00', '12:00:00', '23:59:59')
const moment = fc.tuple(date, time, offset).map(([day, clock, zone]) => `${day}T${clock}${zone}`)
const zone = fc.constantFrom(
  'Europe/London',
  'Pacific/Auckland',
  'America/Los_Angeles',
  'Mars/Olympus',
  '+14:00',
  '',
  '\0',
  '__proto__',
  'GMT+25',
)
const id = (kind: number) => fc.constantFrom(1, 2, 3).map((n) => anId(n, kind))

const clocking = fc.record({
  id: id(1),
  employeeId: fc.constant(employeeId),
  start: moment,
  end: fc.option(moment),
  startTimeZone: zone,
  endTimeZone: zone,
  breaks: fc.array(fc.record({ id: id(2), start: moment, end: fc.option(moment) }), {
    maxLength: 2,
  }),
  note: fc.option(fc.string({ unit: 'binary' })),
})
const boundary = fc.oneof(
  fc.record({ $type: fc.constant('LocalDate'), date }),
  fc.record({ $type: fc.constant('LocalDateTime'), date, time }),
  fc.record({
    $type: fc.constant('LocalDatePart'),
    date,
    datePart: fc.constantFrom('FirstHalf', 'SecondHalf'),
  }),
  fc.record({ $type: fc.constantFrom('constructor', 'LocalWeek') }),
)
const absence = fc
  .record({
    base: fc.constantFrom(aHoliday(), aSickness()),
    own: fc.record({ id: id(3), start: boundary, end: fc.option(boundary) }),
    $type: fc.constantFrom(null, 'constructor', '__proto__'),
    estimatedReturn: fc.option(fc.record({ date, time: fc.option(time) })),
  })
  .map(({ base, own, $type, estimatedReturn }) => ({
    ...base,
    ...own,
    ...('estimatedReturn' in base ? { estimatedReturn } : {}),
    ...($type !== null && { $type }),
  }))
const answer = fc.record({
  clockings: fc.array(clocking, { maxLength: 3 }),
  absences: fc.array(absence, { maxLength: 3 }),
})

type Answer = { clockings: Pick<Clocking, 'start' | 'end' | 'breaks'>[]; absences: object[] }
const sound: Answer = { clockings: [aClocking()], absences: [] }

test('records that make no sense crash nothing, poll after poll, and their events can all be read', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(answer, { minLength: 1, maxLength: 3 }), async (answers) => {
      let said: Answer = { clockings: [], absences: [] }
      const system = createSystem({
        listEmployees: async function* () {
          yield readRecords(ReadEmployee, [])
        },
        listClockings: async function* () {
          yield readRecords(ReadClocking, said.clockings)
        },
        listAbsences: async function* () {
          yield readRecords(ReadAbsence, said.absences)
        },
      })
      await system.watch([aState({ version: 0 })])
      const moments = new Set<number>()
      for (const next of [...answers, sound]) {
        said = next
        for (const { start, end, breaks } of next.clockings)
          for (const each of [start, end, ...breaks.flatMap((one) => [one.start, one.end])])
            if (each !== null) moments.add(epochMs(each))
        const report = await system.poll()
        expect(report).toMatchObject({
          kind: 'polled',
          polled: 1,
          failures: [],
          unsaved: [],
          unreadable: [],
        })
        for (const event of system.events()) {
          expect(readQueueMessage(JSON.stringify(event))).toMatchObject({ kind: 'event' })
          if (/clocked-(in|out)$|break-(started|ended)$/.test(event.type))
            expect(moments).toContain(epochMs(event.time))
        }
      }
    }),
    { numRuns: 150 },
  )
})
