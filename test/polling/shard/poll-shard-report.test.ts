import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createTelemetry } from '../../../lib/platform/lambda.ts'
import type { PollReport } from '../../../lib/polling/shard/poll-report.ts'
import { reportFailedPoll, reportPoll } from '../../../lib/polling/shard/poll-shard-report.ts'
import { UnreadableRecordError } from '../../../lib/store/schema.ts'
import { ServerError } from '../../../lib/workforce/errors.ts'
import { anId } from '../../harness/builders.ts'
import { captureOutput, metricsIn } from '../../harness/output.ts'

const now = Date.parse('2026-11-20T12:01:00Z')
type Polled = Extract<PollReport, { kind: 'polled' }>

const quiet: Polled = {
  kind: 'polled',
  polledThrough: '2026-11-20T12:00:00Z',
  polled: 3,
  leftOver: 0,
  failures: [],
  haveMostFailed: false,
  absenceFailures: [],
  refusedLooks: [],
  clockingOutage: null,
  absenceOutage: null,
  clamped: [],
  unreadable: [],
  givenUp: [],
  doubted: [],
  unreadRecords: [],
  absencesBehind: 0,
  outcomes: { saved: 3, blocked: 0, overtaken: 0, unsaved: 0 },
  unsaved: [],
  oldestPending: null,
  oldestBehind: null,
}

let output: ReturnType<typeof captureOutput>
beforeEach(() => {
  output = captureOutput()
})
afterEach(() => {
  vi.restoreAllMocks()
})

/** What a report writes: its lines, and every metric that it has a value of. */
const written = (report: (telemetry: ReturnType<typeof createTelemetry>) => void) => {
  const telemetry = createTelemetry('test')
  report(telemetry)
  telemetry.meter.flush()
  const metrics = Object.assign({}, ...metricsIn(output.json()))
  const lines = output.json().filter((line) => 'message' in line)
  return { metrics, lines }
}
const reporting = (result: PollReport) =>
  written((telemetry) => reportPoll('0001', result, now, telemetry))

describe('a poll', () => {
  test('in which nothing went wrong says so in figures, and warns of nothing', () => {
    const { metrics, lines } = reporting(quiet)
    expect(metrics).toMatchObject({
      Freshness: 60,
      EmployeesPolled: 3,
      EmployeesBehind: 0,
      AbsencesBehind: 0,
      LossDoubted: 0,
      RecordsUnreadable: 0,
      OldestPendingAge: 0,
      OldestBehindAge: 0,
    })
    for (const name of ['StateUnreadable', 'LeaversRefused', 'WindowClamped', 'PollsFailed'])
      expect(metrics).not.toHaveProperty(name)
    expect(lines).toMatchObject([{ level: 'INFO', message: 'Shard polled', shardId: '0001' }])
  })

  test('counts everyone and everything of whom or which something is amiss', () => {
    const error = new ServerError('clockings', 500)
    const { metrics, lines } = reporting({
      ...quiet,
      failures: [{ employeeId: anId(1), error }],
      absenceFailures: [{ employeeId: anId(2), error }],
      absenceOutage: 'most calls fail',
      clamped: [anId(3), anId(4)],
      unreadable: [anId(5)],
      givenUp: [anId(6)],
      doubted: [
        { what: 'clockings', missing: 9, of: 20 },
        { what: 'absences', missing: 5, of: 6 },
      ],
      unreadRecords: [
        { employeeId: anId(7), count: 2 },
        { employeeId: anId(8), count: 1 },
      ],
      absencesBehind: 4,
      unsaved: [{ employeeId: anId(9), problem: 'ValidationException' }],
      oldestPending: '2026-11-20T11:00:00Z',
      oldestBehind: '2026-11-20T10:00:00Z',
    })
    expect(metrics).toMatchObject({
      EmployeesBehind: 2,
      AbsencesBehind: 4,
      WindowClamped: [1, 1],
      StateUnreadable: 1,
      LeaversRefused: 1,
      LossDoubted: 14,
      RecordsUnreadable: 3,
      OldestPendingAge: 3_660,
      OldestBehindAge: 7_260,
    })
    const said = lines.map(({ level, message, employeeId }) => [level, message, employeeId])
    expect(said).toEqual([
      ['WARN', "Window cut to the API's reach", anId(3)],
      ['WARN', "Window cut to the API's reach", anId(4)],
      ['WARN', 'Employee could not be polled', anId(1)],
      ['WARN', 'Absences could not be read', anId(2)],
      ['ERROR', "Nobody's absences could be read", undefined],
      ['ERROR', 'State could not be saved', anId(9)],
      ['ERROR', 'Saved state cannot be read', anId(5)],
      ['WARN', 'Leaver refused by the API', anId(6)],
      ['WARN', 'Record cannot be read yet', anId(7)],
      ['WARN', 'Record cannot be read yet', anId(8)],
      ['ERROR', 'Loss doubted', undefined],
      ['ERROR', 'Loss doubted', undefined],
      ['INFO', 'Shard polled', undefined],
    ])
    expect(lines).toContainEqual(expect.objectContaining({ kind: 'clockings', missing: 9, of: 20 }))
  })

  test('that the whole API failed counts as one that failed, with its reason', () => {
    const polledThrough = '2026-11-20T11:00:00Z'
    const reason = 'every call fails'
    const waiting = { polledThrough, oldestPending: polledThrough }
    const outage = { kind: 'outage' as const, reason, clamped: [anId(1)], ...waiting }
    const { metrics, lines } = reporting(outage)
    expect(metrics).toMatchObject({
      PollsFailed: 1,
      Freshness: 3_660,
      OldestPendingAge: 3_660,
      WindowClamped: 1,
    })
    expect(lines).toContainEqual(
      expect.objectContaining({ level: 'ERROR', shardId: '0001', reason }),
    )
  })

  test('that came too late to ask says how long events have waited', () => {
    const recorded = {
      polledThrough: '2026-11-20T12:00:00Z',
      oldestPending: '2026-11-20T11:00:00Z',
    }
    expect(reporting({ kind: 'late', ...recorded }).metrics).toMatchObject({
      OldestPendingAge: 3_660,
    })
  })

  test('that found another one running is counted, and no failure', () => {
    const { metrics } = reporting({ kind: 'skipped' })
    expect(metrics).toMatchObject({ PollSkipped: 1 })
    expect(metrics).not.toHaveProperty('PollsFailed')
  })

  test.each([
    ['an error', new RangeError('Amina'), 'RangeError', false],
    ['a record that cannot be read', new UnreadableRecordError('x'), 'UnreadableRecordError', true],
    ['something that is no error', 'Amina', 'unknown', false],
  ])('that ends with %s leaves a reason, and not its words', (_what, error, problem, isState) => {
    const { metrics, lines } = written((telemetry) => reportFailedPoll('0001', error, telemetry))
    expect(metrics).toMatchObject({ PollsFailed: 1 })
    expect('StateUnreadable' in metrics).toBe(isState)
    expect(lines).toMatchObject([
      { level: 'ERROR', message: 'Poll failed', shardId: '0001', problem },
    ])
    expect(output.text()).not.toContain('Amina')
  })
})
