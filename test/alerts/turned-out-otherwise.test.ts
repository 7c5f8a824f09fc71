import { describe, expect } from 'vitest'
import {
  aHoliday,
  anId,
  aProfile,
  aSickness,
  aSnapshot,
  rules as attendanceRules,
} from '../harness/builders.ts'
import { employeePoller } from '../harness/employee-poller.ts'
import { test } from './support/alert-test.ts'
import type { AlertWorld } from './support/alert-world.ts'
import { absence, anEvent, aRule } from './support/events.ts'
import { at, seen, textsOf } from './support/morning.ts'

const days = {
  id: anId(1, 3),
  employeeId: anId(1),
  start: { $type: 'LocalDate' as const, date: '2026-11-20' },
  end: { $type: 'LocalDate' as const, date: '2026-11-23' },
}
const holiday = aHoliday({ ...days, note: 'Crete' })
const sickness = aSickness({ ...days, displayName: 'Sickness', note: 'burn-out, see GP letter' })

/** Publishes what a poller makes of an absence that is shown so, and then so, where the topic may carry all. */
const publishTurn = async (
  world: AlertWorld,
  turn: readonly (typeof holiday | typeof sickness)[],
) => {
  const privacy = { ...attendanceRules().privacy, absences: 'full' as const }
  const state = { employeeId: anId(1), profile: aProfile, timeZone: 'Europe/London' }
  const poller = employeePoller(state, attendanceRules({ privacy }))
  // A second answer confirms the first.
  const times = ['08:00', '09:00', '09:30'].map((time) => `2026-11-20T${time}:00Z`)
  for (const [n, time] of times.entries()) {
    const shown = turn[Math.min(n, 1)]
    for (const event of poller.poll(time, aSnapshot(time, { absences: shown ? [shown] : [] })))
      world.publish(event)
    await world.run(time.replace(':00Z', ':59Z'))
  }
  await world.run()
}

/** What a message of several lines tells; the first counts. */
const linesOf = (world: AlertWorld): string[] => textsOf(world).join('\n').split('\n').slice(1)

const holidays = aRule({
  name: 'holidays',
  on: ['absence-started', 'absence-amended'],
  where: { absenceTypes: ['Holiday'] },
  show: 'full',
  group: 0,
})

describe('whoever may know of holidays alone', () => {
  test('reads that one is none any more, and not what it is', async ({ start }) => {
    const world = await start([{ ...holidays, on: ['absence-started'] }])
    await publishTurn(world, [holiday, sickness])
    expect(linesOf(world)).toEqual([
      "Amina O'Neill is on holiday until Mon 23 Nov (Annual leave)",
      "Amina O'Neill's absence was changed: no longer Holiday",
    ])
  })

  test('reads what became a holiday, and not what it was', async ({ start }) => {
    const world = await start([holidays])
    await publishTurn(world, [sickness, holiday])
    expect(textsOf(world)).toEqual(["office: Amina O'Neill's holiday was changed: kind Holiday"])
  })

  test('likewise where people read that somebody is away', async ({ start }) => {
    const all = aRule({ name: 'all', on: ['absence-started'], group: 0 })
    const world = await start([all, { ...holidays, show: 'category' }])
    await publishTurn(world, [sickness, holiday])
    expect(linesOf(world)).toEqual([
      "Amina O'Neill is away until Mon 23 Nov",
      "Amina O'Neill's holiday was changed: kind Holiday",
    ])
  })

  test('likewise where the queue brings that before the holiday', async ({ start }) => {
    const world = await start([{ ...holidays, on: ['absence-started'] }])
    const known = { ...absence, $type: 'Holiday' as const }
    const changes = [
      { field: '$type', before: 'Holiday', after: 'Sickness' },
      { field: 'note', before: 'Crete', after: 'burn-out' },
    ]
    const ill = { ...absence, $type: 'Sickness' as const, note: 'burn-out' }
    world.publish(anEvent('absence-amended', { absence: ill, changes }, seen(3)))
    await world.run(at(5))
    world.publish(anEvent('absence-started', { absence: known }, seen(1)))
    await world.run()
    expect(textsOf(world).join()).toMatch(/is on holiday.*absence was changed: no longer Holiday$/s)
    expect(textsOf(world).join()).not.toMatch(/burn-out|[Ss]ick/)
  })

  test('nor is more of it kept for them', async ({ start }) => {
    const world = await start([holidays])
    await publishTurn(world, [holiday, sickness])
    const kept = await world.ports.followers.followersOf(holiday.id)
    expect(kept).toHaveLength(2)
    expect(JSON.stringify(kept)).toContain('Holiday')
    expect(JSON.stringify(kept)).not.toMatch(/Sickness|burn-out/)
  })

  test('reads nothing of the kind that it has after that', async ({ start }) => {
    const world = await start([{ ...holidays, show: 'category', on: ['absence-started'] }])
    const turned = (before: string, $type: 'Other' | 'Sickness') => ({
      absence: { ...absence, $type },
      changes: [{ field: '$type', before, after: $type }],
    })
    world.publish(
      anEvent('absence-started', { absence: { ...absence, $type: 'Holiday' } }, seen(1)),
    )
    await world.run(at(2))
    world.publish(anEvent('absence-amended', turned('Holiday', 'Other'), seen(3)))
    await world.run(at(6))
    world.publish(anEvent('absence-amended', turned('Other', 'Sickness'), seen(7)))
    await world.run()
    expect(textsOf(world)).toHaveLength(2)
    expect(textsOf(world)[1]).toContain('absence was changed: no longer Holiday')
  })
})

describe('where settings were narrowed to holidays', () => {
  const narrowed = [
    aRule({ name: 'all', on: ['absence-started', 'absence-amended'], group: 600 }),
    { ...holidays, show: 'category' as const, on: ['absence-started' as const], group: 600 },
  ]
  const wide = aRule({
    name: 'all',
    on: ['absence-started', 'absence-amended'],
    show: 'category',
    group: 600,
  })
  const end = { $type: 'LocalDate' as const, date: '2026-11-24' }
  const turned = {
    absence: { ...absence, end, $type: 'Sickness' as const },
    changes: [
      { field: '$type', before: 'Other', after: 'Sickness' },
      { field: 'end', before: absence.end, after: end },
    ],
  }

  test('what waits does not say that leave was a sickness', async ({ start }) => {
    const world = await start([wide])
    world.publish(anEvent('absence-amended', turned, seen(3)))
    await world.run(at(5))
    world.deploy(narrowed)
    await world.run()
    expect(textsOf(world)).toHaveLength(1)
    expect(textsOf(world)[0]).toMatch(/absence was changed: end [^,]*$/)
  })

  test('nor does what follows', async ({ start }) => {
    const world = await start([wide])
    world.publish(anEvent('absence-started', { absence: { ...absence, $type: 'Other' } }, seen(1)))
    await world.run(at(20))
    world.deploy(narrowed)
    world.publish(anEvent('absence-amended', turned, seen(21)))
    await world.run()
    expect(textsOf(world)).toHaveLength(2)
    expect(textsOf(world)[1]).toMatch(/absence was changed: end [^,]*$/)
  })
})
