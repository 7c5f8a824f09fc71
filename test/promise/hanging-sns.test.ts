import { expect, onTestFinished, test, vi } from 'vitest'
import { startGate } from './support/gate.ts'
import { clock, watch } from './support/people.ts'
import { useSystems } from './support/system.ts'

const { start, engines } = useSystems()

test('an SNS that hangs takes no time from asking, and nothing is lost or told late', async () => {
  const system = await start({ now: '2026-11-16T08:00:00Z' })
  const gate = await startGate(engines().environment.AWS_ENDPOINT_URL_SNS)
  onTestFinished(gate.close)
  vi.stubEnv('AWS_ENDPOINT_URL_SNS', gate.endpoint)
  system.restart()
  await watch(system, 6)
  for (const n of [1, 2, 3]) clock(system.world, n, { start: '2026-11-16T08:30:00Z', end: null })
  gate.set('refuses')
  await system.pollAt('2026-11-16T08:31:00Z')
  expect(await system.events()).toEqual([])
  gate.set('hangs')
  system.api.asked()
  for (const n of [4, 5, 6]) clock(system.world, n, { start: '2026-11-16T08:32:00Z', end: null })
  system.clock.set('2026-11-16T08:33:00Z')
  await system.poll('0001', 20_000)
  expect(gate.unanswered()).toBeGreaterThan(0)
  expect(new Set(system.api.asked().map(({ employeeId }) => employeeId)).size).toBe(6)
  gate.set('open')
  await system.pollAfter(1)
  expect((await system.events()).map(({ type, recordedtime }) => [type, recordedtime])).toEqual([
    ...Array<string[]>(3).fill(['attendance.clocked-in', '2026-11-16T08:31:00Z']),
    ...Array<string[]>(3).fill(['attendance.clocked-in', '2026-11-16T08:33:00Z']),
  ])
})
