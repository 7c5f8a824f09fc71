import { expect } from 'vitest'
import type { AttendanceEvent } from '../../../lib/attendance/events/events.ts'
import { epochMs } from '../../../lib/attendance/moments.ts'
import { presentState } from '../../../lib/attendance/present-state.ts'
import { rules } from '../../harness/builders.ts'
import { holiday, watch } from '../support/people.ts'
import { test } from '../support/system.ts'

const on = (time: string): string => `2026-11-16T${time}:00Z`
const started = ({ type }: { type: string }): boolean => type === 'attendance.absence-started'

test('a snapshot says of an absence what the event of its number says, though another zone was deployed since', async ({
  start,
}) => {
  const system = await start({ now: on('08:00') })
  await watch(system, 1)
  holiday(system.world, 1, '2026-11-16', '2026-11-20')
  await system.pollAfter(16)
  const told = (await system.events()).find(started)
  const [state] = await system.states()
  if (state === undefined) throw new Error('Nobody is there')
  const after = rules({ workday: { timeZone: 'America/New_York', midday: '12:30' } })
  const entry = presentState(state, epochMs(on('08:30')), after).find(started)
  const snapshot: AttendanceEvent = JSON.parse(entry?.message ?? '')
  expect(snapshot).toMatchObject({ sequence: told?.sequence, time: told?.time })
  expect(snapshot.data).toMatchObject({ absence: { timeZone: 'Europe/London' } })
})
