import { expect, onTestFinished, vi } from 'vitest'
import { awsClientConfig } from '../../../lib/platform/aws.ts'
import { startGate } from '../support/gate.ts'
import { clock, watch } from '../support/people.ts'
import { test } from '../support/system.ts'

const people = 240

/** Ten times as impatient as the functions are: a request of three tries hangs for 1.2 s. */
const hurryAws = (): void => {
  const { requestHandler } = awsClientConfig
  const { requestTimeout } = requestHandler
  requestHandler.requestTimeout = 400
  onTestFinished(() => {
    requestHandler.requestTimeout = requestTimeout
  })
}

test('an SNS that hangs takes no time from asking, and nothing is lost or published late', async ({
  start,
  engines,
}) => {
  hurryAws()
  const system = await start({ now: '2026-11-16T08:00:00Z' })
  const gate = await startGate(engines.environment.AWS_ENDPOINT_URL_SNS)
  onTestFinished(gate.close)
  vi.stubEnv('AWS_ENDPOINT_URL_SNS', gate.endpoint)
  system.restart()
  await watch(system, people)
  gate.set('hangs')
  for (let n = 1; n <= people; n++)
    clock(system.world, n, { start: '2026-11-16T08:30:00Z', end: null })
  await system.pollAt('2026-11-16T08:31:00Z')
  system.restart()
  system.api.asked()
  system.clock.set('2026-11-16T08:33:00Z')
  for (const n of [1, 2]) clock(system.world, n, { start: '2026-11-16T08:32:00Z', end: null })
  await system.poll('0001', 8_000)
  expect(gate.unanswered()).toBeGreaterThan(0)
  expect(new Set(system.api.asked().map(({ employeeId }) => employeeId)).size).toBe(people)
  gate.set('open')
  await system.pollAfter(1, 1)
  // On a busy machine an answer may come after the 400 ms: the same event then comes twice, or later.
  const published = new Map((await system.events()).map((event) => [event.id, event]))
  const recorded = [...published.values()].map(({ recordedtime }) => recordedtime).sort()
  expect(recorded).toEqual([
    ...Array<string>(people).fill('2026-11-16T08:31:00Z'),
    ...Array<string>(2).fill('2026-11-16T08:33:00Z'),
  ])
})
