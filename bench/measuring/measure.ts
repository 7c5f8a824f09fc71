import type { MeasuredPoller } from '../pollers/poller.ts'
import type { SetClock } from './clock.ts'
import type { Sample } from './messages.ts'
import type { UsageMeter } from './meter.ts'
import type { Span } from './schedule.ts'
import { type Told, toldBy } from './told.ts'

type Measuring = { poller: MeasuredPoller; clock: SetClock; meter: UsageMeter }

/** Makes some polls, each at its moment or as soon after it as the one before has ended. */
const makePolls = async ({ poller, clock }: Measuring, midnight: number, span: Span) => {
  for (const poll of span.polls) {
    clock.setForward(midnight + poll)
    await poller.poll()
  }
}

/**
 * Makes the polls of a span and measures them, CPU of this process alone.
 * @returns what was told, and the measurement, unless it is none
 */
export const measure = async (
  measuring: Measuring,
  midnight: number,
  span: Span,
): Promise<{ told: Told[]; sample: Sample | null }> => {
  measuring.meter.read()
  const before = process.cpuUsage()
  const began = performance.now()
  await makePolls(measuring, midnight, span)
  const wall = performance.now() - began
  const { user, system } = process.cpuUsage(before)
  const { acknowledged, ...usage } = measuring.meter.read()
  const told = acknowledged.map(toldBy)
  const { scenario, polls } = span
  if (scenario === null) return { told, sample: null }
  const cpu = (user + system) / 1_000
  const delays = told.map(({ delay }) => delay).toSorted((a, b) => a - b)
  const messageBytes = acknowledged.reduce(
    (sum, { message }) => sum + Buffer.byteLength(message),
    0,
  )
  const figures = { polls: polls.length, wall, cpu, events: told.length, messageBytes, delays }
  return { told, sample: { scenario, ...usage, ...figures } }
}
