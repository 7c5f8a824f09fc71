import { expect } from 'vitest'
import { aBreak, anId } from '../../harness/builders.ts'
import { clock, employ } from '../support/people.ts'
import { test } from '../support/system.ts'

const on = (time: string): string => `2026-11-16T${time}:00Z`

test('what was over before the first run is not published, though another break that it overlaps was not', async ({
  start,
}) => {
  const system = await start({ now: on('12:00') })
  for (let n = 1; n <= 3; n++) employ(system.world, n)
  const over = system.api.trouble({ on: ({ of }) => of === 'clockings', status: 503 })
  await system.refresh()
  await system.poll()
  const pause = (n: number, from: string, to: string) =>
    aBreak({ id: anId(n, 2), start: on(from), end: on(to) })
  const breaks = [pause(1, '11:00', '13:00'), pause(2, '11:30', '11:45')]
  clock(system.world, 1, { start: on('09:00'), end: null, breaks })
  const outside = [pause(3, '12:30', '12:45')]
  clock(system.world, 2, { start: on('08:00'), end: on('11:00'), breaks: outside })
  const usual = [pause(4, '10:30', '10:45')]
  clock(system.world, 3, { start: on('08:00'), end: on('13:00'), breaks: usual })
  over()
  await system.pollAt(on('14:00'))
  expect(await system.published()).toEqual([
    '1 break-ended 2026-11-16T13:00:00Z',
    '2 break-started 2026-11-16T12:30:00Z',
    '2 break-ended 2026-11-16T12:45:00Z',
    '3 clocked-out 2026-11-16T13:00:00Z',
  ])
})

test('what was so before the first run, and is announced, lies before the first poll', async ({
  start,
}) => {
  const system = await start({ now: on('12:00'), baseline: 'announce' })
  employ(system.world, 1)
  clock(system.world, 1, { start: on('08:00'), end: null })
  await system.refresh()
  clock(system.world, 1, { start: on('12:01'), end: on('12:02') })
  await system.pollAfter(3)
  const by = on('12:03')
  expect(
    (await system.events()).map(({ type, baseline, data: { observed } }) => [
      type.replace('attendance.', ''),
      baseline,
      observed,
    ]),
  ).toEqual([
    ['employee-joined', true, { after: null, by: on('12:00') }],
    ['clocked-in', true, { after: null, by }],
    ['clocked-in', undefined, { after: on('12:00'), by }],
    ['clocked-out', undefined, { after: on('12:00'), by }],
  ])
})
