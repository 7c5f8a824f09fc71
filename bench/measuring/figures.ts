import type { Difference } from '../organisation/truth.ts'
import type { DayReport, Sample } from './messages.ts'
import type { Scenario } from './schedule.ts'
import { median, percentile } from './statistics.ts'

/** What was measured, and how. */
export type Setup = {
  employees: number
  /** Milliseconds until the API answers. */
  latency: number
  /** Calls in flight at once. */
  inFlight: number
}

/** What the samples of one scenario say of one poll of everyone: medians. */
export type ScenarioFigures = {
  /** Milliseconds. */
  wall: number
  /** Against calls × latency ÷ in flight. */
  wallOfFloor: number
  /** Likewise without the time in which DynamoDB was waited for. */
  wallElsewhereOfFloor: number
  /** Milliseconds. */
  cpu: number
  readUnits: number
  writeUnits: number
  snsCalls: number
  events: number
  /** Of one event; NaN where nothing was told. */
  messageBytes: number
  /** From a change to the acknowledgement of SNS, in seconds; NaN where nothing was told. */
  delayP50: number
  delayP99: number
}

const ofSample = ({ latency, inFlight }: Setup, sample: Sample): ScenarioFigures => {
  const { polls, wall, cpu, apiCalls, databaseWait, delays } = sample
  const floor = (apiCalls * latency) / inFlight
  return {
    wall: wall / polls,
    wallOfFloor: wall / floor,
    wallElsewhereOfFloor: (wall - databaseWait) / floor,
    cpu: cpu / polls,
    readUnits: sample.readUnits / polls,
    writeUnits: sample.writeUnits / polls,
    snsCalls: sample.snsCalls / polls,
    events: sample.events / polls,
    messageBytes: sample.messageBytes / sample.events,
    delayP50: percentile(delays, 0.5) / 1_000,
    delayP99: percentile(delays, 0.99) / 1_000,
  }
}

/** The medians of a scenario's samples. */
export const figuresOf = (
  setup: Setup,
  days: readonly DayReport[],
  scenario: Scenario,
): ScenarioFigures => {
  const all = days
    .flatMap(({ samples }) => samples)
    .filter((sample) => sample.scenario === scenario)
    .map((sample) => ofSample(setup, sample))
  const middle = (name: keyof ScenarioFigures) => median(all.map((figures) => figures[name]))
  return {
    wall: middle('wall'),
    wallOfFloor: middle('wallOfFloor'),
    wallElsewhereOfFloor: middle('wallElsewhereOfFloor'),
    cpu: middle('cpu'),
    readUnits: middle('readUnits'),
    writeUnits: middle('writeUnits'),
    snsCalls: middle('snsCalls'),
    events: middle('events'),
    messageBytes: middle('messageBytes'),
    delayP50: middle('delayP50'),
    delayP99: middle('delayP99'),
  }
}

/** How all that was told differs from the truth, over some days. */
export const differenceOver = (days: readonly DayReport[]): Difference => {
  const sum = (name: keyof Difference) =>
    days.reduce((total, { difference }) => total + difference[name], 0)
  return { missed: sum('missed'), invented: sum('invented'), repeated: sum('repeated') }
}
