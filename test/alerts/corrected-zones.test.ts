import { expect } from 'vitest'
import { anId } from '../harness/builders.ts'
import { test } from './support/alert-test.ts'
import { absence, anEvent, clocking, promptly } from './support/events.ts'
import { at, seen, textsOf } from './support/morning.ts'

const began = { ...clocking, start: '2026-11-20T06:00:00Z' }
const pause = { id: anId(1, 2), start: at(0), end: null }
const holiday = { ...absence, $type: 'Holiday' as const }

const told = [
  anEvent('clocking-overdue', { clocking: began }, seen(2)),
  anEvent('clocked-in-while-absent', { clocking: began, absence: holiday }, seen(2)),
  anEvent('break-started', { clocking: { ...began, breaks: [pause] }, break: pause }, seen(2)),
  anEvent('break-overdue', { clocking: { ...began, breaks: [pause] }, break: pause }, seen(2)),
]

test.for(told)(
  'whoever read a time of $type hears that it was by the clock of another zone',
  async (event, { start }) => {
    const on = event.type.replace('attendance.', '') as 'clocking-overdue'
    const world = await start(promptly({ on: [on], show: 'category' }))
    world.publish(event)
    await world.run(at(10))
    const { breaks } = 'clocking' in event.data ? event.data.clocking : began
    const elsewhere = { ...began, breaks, startTimeZone: 'America/Sao_Paulo' }
    const changes = [
      { field: 'startTimeZone', before: 'Europe/London', after: 'America/Sao_Paulo' },
    ]
    world.publish(anEvent('clocking-amended', { clocking: elsewhere, changes }, seen(20)))
    await world.run()
    expect(textsOf(world)[1]).toMatch(/its time zone/)
  },
)
