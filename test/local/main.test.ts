import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect } from 'vitest'
import { aBreak, aClocking, aHoliday, anEmployee, anId, employeeId } from '../harness/builders.ts'
import { ago } from './support/organisation.ts'
import { eventsIn, test } from './support/run-test.ts'

const twoPolls = 1_000

describe('npm start -- --api … --json', () => {
  test('tells exactly the events that changes call for, and nothing else on stdout', async ({
    organisation,
    start,
  }) => {
    await organisation.put(`employees/${employeeId}`, anEmployee())
    await organisation.put(
      `clockings/${anId(9, 1)}`,
      aClocking({ id: anId(9, 1), start: ago(7_200_000), end: ago(3_600_000) }),
    )
    const child = await start('--absences-every', '0.5')

    const pause = aBreak({ start: ago(40_000), end: null })
    const open = aClocking({ start: ago(60_000), end: null, breaks: [pause] })
    await organisation.put(`clockings/${open.id}`, open)
    await child.untilLines(2)
    const ended = { ...open, end: ago(1_000), breaks: [{ ...pause, end: ago(20_000) }] }
    await organisation.put(`clockings/${open.id}`, ended)
    await child.untilLines(4)
    const today = ago(0).slice(0, 10)
    const holiday = aHoliday({
      start: { $type: 'LocalDateTime', date: today, time: '00:00' },
      end: null,
    })
    await organisation.put(`absences/${holiday.id}`, holiday)

    await child.untilLines(5)
    await delay(twoPolls)
    child.signal('SIGTERM')

    expect(await child.ended).toEqual({ code: 0, signal: null })
    const events = eventsIn(child.lines())
    expect(events.map(({ type, time }) => [type, time]).slice(0, 4)).toEqual([
      ['attendance.clocked-in', open.start],
      ['attendance.break-started', pause.start],
      ['attendance.break-ended', ended.breaks[0]?.end],
      ['attendance.clocked-out', ended.end],
    ])
    expect(events.slice(4).map(({ type }) => type)).toEqual(['attendance.absence-started'])
    expect(events.map(({ subject }) => subject)).toEqual(events.map(() => employeeId))
    expect(events.map(({ sequence }) => Number(sequence))).toEqual([1, 2, 3, 4, 5])
  })

  test('waits for somebody to watch where the roster is empty at first', async ({
    organisation,
    run,
  }) => {
    const child = run(organisation.options)
    await child.untilSaid('Roster answer not believed')
    await organisation.put(`employees/${employeeId}`, anEmployee())
    await child.untilSaid('Watching 1 person')
    const open = aClocking({ start: ago(60_000), end: null })
    await organisation.put(`clockings/${open.id}`, open)

    const [event] = eventsIn(await child.untilLines(1))
    expect(event).toMatchObject({ type: 'attendance.clocked-in', time: open.start })
  })

  test('goes on through an outage of the API and tells what happened meanwhile', async ({
    organisation,
    start,
  }) => {
    await organisation.put(`employees/${employeeId}`, anEmployee())
    // A poll has the time that is planned for it: enough to be refused so often.
    const child = await start('--every', '3')
    await organisation.post('faults', { on: '*', kind: 'status', status: 500, times: 4 })
    await child.untilSaid("Nobody's clockings could be read")
    const open = aClocking({ start: ago(60_000), end: null })
    await organisation.put(`clockings/${open.id}`, open)

    const [event] = eventsIn(await child.untilLines(1))
    expect(event).toMatchObject({ type: 'attendance.clocked-in', time: open.start })
  })

  test('ends by itself with exit code 0, having told of what changed shortly before', async ({
    organisation,
    start,
  }) => {
    await organisation.put(`employees/${employeeId}`, anEmployee())
    const child = await start('--for', '4')
    await delay(twoPolls)
    const open = aClocking({ start: ago(60_000), end: null })
    await organisation.put(`clockings/${open.id}`, open)

    expect(await child.ended).toEqual({ code: 0, signal: null })
    expect(eventsIn(child.lines())).toMatchObject([{ type: 'attendance.clocked-in' }])
  })

  test('ends within 2 seconds and with exit code 0 when interrupted, whatever is in flight', async ({
    organisation,
    start,
  }) => {
    await organisation.put(`employees/${employeeId}`, anEmployee())
    const child = await start()
    await organisation.post('faults', { on: '*', kind: 'delay', delayMs: 20_000, times: 100 })
    await delay(twoPolls)
    const interruptedAt = performance.now()
    child.signal('SIGINT')

    expect(await child.ended).toEqual({ code: 0, signal: null })
    expect(performance.now() - interruptedAt).toBeLessThan(2_000)
  })
})
