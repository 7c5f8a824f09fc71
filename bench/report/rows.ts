import {
  differenceOver,
  figuresOf,
  type ScenarioFigures,
  type Setup,
} from '../measuring/figures.ts'
import { type System, systems } from '../measuring/messages.ts'
import { monthlyDollars } from '../measuring/month.ts'
import type { Results } from '../measuring/run.ts'
import { type Scenario, scenarios } from '../measuring/schedule.ts'
import { usualShardSize } from '../pollers/ours.ts'

/** One line of the table: what it is, and a cell for each system; null where it has none. */
export type Row = { label: string; cells: (number | null)[] }

/** The rows of one scenario, or of the whole run. */
export type TableSection = { title: string; rows: Row[] }

type Measure = (figures: ScenarioFigures, employees: number) => number

const ofEveryPoll: Record<string, Measure> = {
  'wall ÷ floor': ({ wallOfFloor }) => wallOfFloor,
  'CPU, ms an employee': ({ cpu }, employees) => cpu / employees,
  'read units an employee': ({ readUnits }, employees) => readUnits / employees,
  'write units a shard': ({ writeUnits }, employees) =>
    writeUnits / Math.ceil(employees / usualShardSize),
}

const ofEvents: Record<string, Measure> = {
  'write units an event': ({ writeUnits, events }) => writeUnits / events,
  'SNS calls': ({ snsCalls }) => snsCalls,
  events: ({ events }) => events,
  "bytes of an event's message": ({ messageBytes }) => messageBytes,
  'change to publication, p50, s': ({ delayP50 }) => delayP50,
  'change to publication, p99, s': ({ delayP99 }) => delayP99,
}

const withoutDatabase = 'wall ÷ floor, but for DynamoDB'
/** It waits for nothing else meanwhile. */
const ofIdlePoll: Record<string, Measure> = {
  [withoutDatabase]: ({ wallElsewhereOfFloor }) => wallElsewhereOfFloor,
}

const measuresOf = (scenario: Scenario): Record<string, Measure> =>
  scenario === 'idle poll' ? { ...ofEveryPoll, ...ofIdlePoll } : { ...ofEveryPoll, ...ofEvents }

/** The bare client has neither a database nor anything to tell; the plain poller asks while it waits for its database. */
const hasNone: Partial<Record<System, (label: string) => boolean>> = {
  bare: (label) => !['wall ÷ floor', 'CPU, ms an employee', 'peak memory, MB'].includes(label),
  plain: (label) => label === withoutDatabase,
}

const row = (label: string, cellOf: (system: System) => number): Row => ({
  label,
  cells: systems.map((system) => (hasNone[system]?.(label) === true ? null : cellOf(system))),
})

/** What a run says: a section for each scenario, and one for all. */
export const sectionsOf = (setup: Setup, results: Results): TableSection[] => {
  const { employees } = setup
  const figures = (system: System, scenario: Scenario) =>
    figuresOf(setup, results[system].days, scenario)
  const difference = (system: System) => differenceOver(results[system].days)
  const whole = [
    row('changes missed', (system) => difference(system).missed),
    row('told and never happened', (system) => difference(system).invented),
    row('told more than once', (system) => difference(system).repeated),
    row(
      'missed after two days without a poll',
      (system) => results[system].afterOutage.difference.missed,
    ),
    row('peak memory, MB', (system) =>
      Math.max(...results[system].days.map(({ peakMemory }) => peakMemory)),
    ),
    row('dollars a month', (system) =>
      monthlyDollars(employees, figures(system, 'idle poll'), figures(system, 'ordinary minutes')),
    ),
  ]
  const ofScenario = (scenario: Scenario): TableSection => ({
    title: scenario,
    rows: Object.entries(measuresOf(scenario)).map(([label, measure]) =>
      row(label, (system) => measure(figures(system, scenario), employees)),
    ),
  })
  return [...scenarios.map(ofScenario), { title: 'all days', rows: whole }]
}
