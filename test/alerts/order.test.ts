import { expect } from 'vitest'
import { anId } from '../harness/builders.ts'
import { test } from './support/alert-test.ts'
import { absence, amina, anEvent, aRule, clocking } from './support/events.ts'
import { at, nine, seen, textsOf } from './support/morning.ts'

const other = { ...amina, id: anId(2), familyName: 'Berg' }
const others = { ...clocking, id: anId(2, 1), employeeId: other.id, start: '2026-11-20T08:00:00Z' }
const sec = (n: number) => ({
  recordedtime: new Date(Date.parse(nine) + n * 1000).toISOString().replace('.000', ''),
  time: '2026-11-20T09:00:00Z',
})

const nth = (n: number) => ({ ...sec(n), id: anId(n, 9), sequence: n })

test('nobody reads that a clock-in was removed before they have read of it, where both are due', async ({
  start,
}) => {
  const world = await start([
    aRule({ name: 'ins' }),
    aRule({ name: 'fixes', on: ['clocking-removed'] }),
  ])
  world.publish(
    anEvent(
      'clocking-removed',
      { employee: other, clocking: others },
      { ...sec(0), id: anId(2, 7), sequence: 9 },
    ),
  )
  world.publish(
    anEvent(
      'clocked-in',
      { clocking: { ...clocking, start: nine } },
      { ...sec(1), id: anId(1, 9), sequence: 1 },
    ),
  )
  world.publish(
    anEvent(
      'clocking-removed',
      { clocking: { ...clocking, start: nine } },
      { ...sec(3), id: anId(3, 9), sequence: 2 },
    ),
  )
  await world.run()
  const all = textsOf(world).join('\n')
  expect(all).toContain("O'Neill clocked in")
  expect(all.indexOf("O'Neill clocked in")).toBeLessThan(all.indexOf("O'Neill's clock-in"))
})

test('nobody reads that somebody is out before they have read that they came in, where that goes with its correction', async ({
  start,
}) => {
  const world = await start([
    aRule({ name: 'people', on: ['clocked-in', 'clocked-out'] }),
    aRule({ name: 'fixes', on: ['clocking-amended'] }),
  ])
  const began = { ...clocking, start: nine }
  const moved = { ...clocking, start: '2026-11-20T08:55:00Z' }
  const changes = [{ field: 'start', before: nine, after: '2026-11-20T08:55:00Z' }]
  world.publish(anEvent('clocked-in', { clocking: began }, nth(1)))
  world.publish(anEvent('clocking-amended', { clocking: moved, changes }, nth(2)))
  world.publish(anEvent('clocked-out', { clocking: { ...moved, end: at(1) } }, nth(3)))
  await world.run()
  const all = textsOf(world).join('\n')
  const places = ['clocked in at', 'of today was corrected', 'clocked out at'].map((text) =>
    all.indexOf(text),
  )
  expect(places).not.toContain(-1)
  expect(places).toEqual(places.toSorted((one, other) => one - other))
})

test('nor where the one is late news by its rule, and the other not by its own', async ({
  start,
}) => {
  const world = await start([
    aRule({ name: 'outs', on: ['clocked-out'], group: 0, staleAfterHours: 1 }),
    aRule({ name: 'ins', group: 0, staleAfterHours: 12 }),
  ])
  world.publish(
    anEvent(
      'clocked-out',
      { employee: other, clocking: { ...others, end: nine } },
      { ...sec(0), id: anId(2, 7), sequence: 9 },
    ),
  )
  const long = { ...clocking, start: '2026-11-20T06:00:00Z' }
  world.publish(
    anEvent('clocked-in', { clocking: long }, { ...nth(1), time: '2026-11-20T06:00:00Z' }),
  )
  const ended = { clocking: { ...long, end: '2026-11-20T07:00:00Z' } }
  world.publish(anEvent('clocked-out', ended, { ...nth(2), time: '2026-11-20T07:00:00Z' }))
  await world.run()
  const all = textsOf(world).join('\n')
  const places = ['clocked in at', 'clocked out at'].map((text) => all.indexOf(`O'Neill ${text}`))
  expect(places).not.toContain(-1)
  expect(places).toEqual(places.toSorted((one, other) => one - other))
})

test('nobody reads that all is clear before they have read what was overdue, where both are due', async ({
  start,
}) => {
  const long = { ...clocking, start: '2026-11-19T18:00:00Z' }
  const world = await start([
    aRule({ name: 'overdue', on: ['clocking-overdue'] }),
    aRule({ name: 'outs', on: ['clocked-out'] }),
  ])
  world.publish(
    anEvent(
      'clocked-out',
      { employee: other, clocking: { ...others, end: nine } },
      { ...sec(0), id: anId(2, 7), sequence: 9 },
    ),
  )
  world.publish(
    anEvent('clocking-overdue', { clocking: long }, { ...sec(1), id: anId(1, 9), sequence: 1 }),
  )
  world.publish(
    anEvent(
      'clocked-out',
      { clocking: { ...long, end: nine } },
      { ...sec(3), id: anId(3, 9), sequence: 2 },
    ),
  )
  await world.run()
  const all = textsOf(world).join('\n')
  expect(all.indexOf("O'Neill has been clocked in")).toBeGreaterThan(-1)
  expect(all.indexOf("O'Neill has been clocked in")).toBeLessThan(
    all.indexOf("O'Neill clocked out"),
  )
})

test('what is taken along takes along what it follows on', async ({ start }) => {
  const pause = { id: anId(1, 2), start: at(1), end: null }
  const day = { ...clocking, start: '2026-11-20T08:00:00Z', breaks: [pause] }
  const went = anEvent('break-started', { clocking: day, break: pause }, seen(3))
  const without = { ...day, breaks: [] }
  const amended = anEvent(
    'clocking-amended',
    { clocking: without, changes: [{ field: `breaks.${pause.id}`, before: pause, after: null }] },
    seen(5),
  )
  const removed = anEvent('clocking-removed', { clocking: without }, seen(7))
  const rules = [
    aRule({ name: 'breaks', on: ['break-started'], group: 3600 }),
    aRule({ name: 'amends', on: ['clocking-amended'], group: 1800 }),
    aRule({ name: 'removals', on: ['clocking-removed'], group: 0 }),
  ]
  const world = await start(rules)
  for (const each of [went, amended, removed]) world.publish(each)
  await world.run()
  const all = textsOf(world).join('\n')
  expect(all.indexOf('went on a break')).toBeGreaterThan(-1)
  expect(all.indexOf('went on a break')).toBeLessThan(all.indexOf('a break removed'))
})

test.for(['clockings', 'absences'])(
  'what two corrections follow on comes before both, though only one takes it along: of %s first',
  async (rule, { start }) => {
    const away = { ...absence, $type: 'Holiday' as const, displayName: 'Holiday' }
    const came = anEvent('clocked-in-while-absent', { clocking, absence: away }, nth(3))
    const shorter = { ...away, end: absence.start }
    const end = { field: 'end', before: absence.end, after: absence.start }
    const cut = anEvent('absence-amended', { absence: shorter, changes: [end] }, nth(5))
    const earlier = { ...clocking, start: nine }
    const by = { field: 'start', before: clocking.start, after: nine }
    const moved = anEvent('clocking-amended', { clocking: earlier, changes: [by] }, nth(7))
    // Of two rules that of which something waits for longest has its turn first.
    const before =
      rule === 'clockings'
        ? anEvent('clocking-amended', { employee: other, clocking: others, changes: [by] }, nth(1))
        : anEvent('absence-amended', { employee: other, absence: away, changes: [end] }, nth(1))
    const world = await start([
      aRule({ name: 'contradictions', on: ['clocked-in-while-absent'], group: 3600 }),
      aRule({ name: 'clockings', on: ['clocking-amended'] }),
      aRule({ name: 'absences', on: ['absence-amended'] }),
    ])
    for (const each of [before, came, cut, moved]) world.publish(each)
    await world.run()
    const all = textsOf(world).join('\n')
    const first = all.indexOf("O'Neill clocked in at 09:02")
    expect(first, all).toBeGreaterThan(-1)
    expect(all.indexOf("O'Neill's absence was changed"), all).toBeGreaterThan(first)
    expect(all.indexOf("O'Neill's clocking of today was corrected"), all).toBeGreaterThan(first)
  },
)
