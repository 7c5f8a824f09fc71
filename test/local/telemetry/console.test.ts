import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createTelemetry, type Telemetry } from '../../../lib/platform/lambda.ts'
import { captureConsole, createOutputTaker } from '../../../local/telemetry/console.ts'
import { createFigures, type Figures } from '../../../local/telemetry/figures.ts'

const original = globalThis.console
let figures: Figures
let told: string[]

/** Telemetry as the functions have it, written to a captured console. */
const captured = (verbose = false): Telemetry => {
  captureConsole(createOutputTaker({ figures, print: (line) => told.push(line), verbose }))
  return createTelemetry('test')
}

beforeEach(() => {
  figures = createFigures()
  told = []
})

afterEach(() => {
  globalThis.console = original
})

describe("the functions' output in a local run", () => {
  test('adds up metrics and shows none', () => {
    const { meter } = captured()
    for (let poll = 0; poll < 2; poll += 1) {
      for (let call = 0; call < 40; call += 1) meter.add('ApiRequests', 1)
      meter.add('EmployeesPolled', 40)
      meter.add('DetectionDelay', 10 + poll)
      meter.add('DetectionDelay', 30 + poll)
      meter.addEvent('attendance.clocked-in')
      meter.addEvent('attendance.clocked-out')
      meter.flush()
    }
    expect(figures.totals()).toEqual({
      polls: 2,
      apiCalls: 80,
      apiErrors: 0,
      events: 4,
      delay: { median: 30, longest: 31 },
    })
    expect(told).toEqual([])
  })

  test('shows warnings and errors in one line each, and a repeated one once', () => {
    const { logger } = captured()
    logger.info('Shard polled', { shardId: '0001' })
    logger.warn('Employee could not be polled', { shardId: '0001', problem: 'status 403' })
    logger.error('Roster answer not believed', { reason: 'empty', members: 0 })
    logger.error('Roster answer not believed', { reason: 'empty', members: 0 })
    expect(told).toEqual([
      'warning: Employee could not be polled (shardId 0001, problem status 403)',
      'error: Roster answer not believed (reason empty, members 0)',
    ])
  })

  test('shows an error that was logged as its name and message, without a stack', () => {
    const { logger } = captured()
    logger.error('It broke', new TypeError('no such thing'))
    expect(told).toEqual(['error: It broke (error TypeError: no such thing)'])
  })

  test('shows the whole log where that is wanted, a line of JSON for each entry', () => {
    const { logger } = captured(true)
    logger.info('Shard polled', { shardId: '0001' })
    expect(told.map((line) => JSON.parse(line))).toMatchObject([
      { level: 'INFO', message: 'Shard polled', shardId: '0001' },
    ])
  })
})
