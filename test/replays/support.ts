import { randomUUID } from 'node:crypto'
import { epochMs } from '../../lib/attendance/moments.ts'
import type { OutboxEntry } from '../../lib/attendance/state/state.ts'
import { goOnWithReplay, type ReplayPorts } from '../../lib/replays/replay-events.ts'
import { beginSending } from '../../lib/replays/slice.ts'
import { createLogWriter } from '../../lib/store/events/log-writer.ts'
import type { ReplayProgress, ReplayRequest } from '../../lib/store/events/replay-record.ts'
import { createReplayStore } from '../../lib/store/events/replay-store.ts'
import { createSegmentStore } from '../../lib/store/events/segment-store.ts'
import { amina, anEvent, clocking } from '../alerts/support/events.ts'
import { anId, rules } from '../harness/builders.ts'
import { test as tableTest } from '../harness/table-test.ts'
import { logged } from '../read-api/support/read-test.ts'

type Of = { employee?: number; name?: 'clocked-in' | 'clocked-out' }

/** The n-th event of an employee, recorded at a time of the eighteenth, or at another moment. */
export const recorded = (
  n: number,
  at: string,
  { employee = 1, name = 'clocked-in' }: Of = {},
): OutboxEntry => {
  const recordedtime = at.length > 8 ? at : `2026-11-18T${at}Z`
  const data = { employee: { ...amina, id: anId(employee) }, clocking }
  return logged(anEvent(name, data, { time: recordedtime, id: anId(n, 9), sequence: n + 1 }))
}

export const aRequest = (overrides: Partial<ReplayRequest> = {}): ReplayRequest => ({
  to: { webhook: 'payroll' },
  span: { from: '2026-11-18T00:00:00Z', to: '2026-11-19T00:00:00Z' },
  types: null,
  employeeId: null,
  perSecond: 1_000,
  isDryRun: false,
  ...overrides,
})

/** A log, what was sent again of it, and a clock that waiting moves on. */
export const test = tableTest.extend('replaying', async ({ engines, table }) => {
  const log = createSegmentStore(engines.documents, table.name)
  const clock = { now: epochMs('2026-11-20T12:00:00Z') }
  let written = epochMs('2026-11-18T00:00:00Z')
  const { append } = createLogWriter(log, {
    days: 30,
    now: () => written,
    machineNow: () => clock.now,
  })
  const sent: string[] = []
  const ports: ReplayPorts = {
    log,
    privacy: rules().privacy,
    replays: createReplayStore(engines.documents, table.name, () => clock.now),
    sendAgain: async (_to, events) => {
      sent.push(...events.map(({ id }) => String(Number(id.slice(-12)))))
      return []
    },
    onRefused: () => undefined,
    now: () => clock.now,
    machineNow: () => clock.now,
    wait: async (milliseconds) => {
      clock.now += milliseconds
    },
  }
  return {
    ports,
    clock,
    /** The numbers of the events that were sent, in order. */
    sent,
    /** Appends a segment to a lane; the log is written soon after events are recorded. */
    logged: async (lane: number, ...events: OutboxEntry[]) => {
      written = Math.max(written, ...events.map((each) => epochMs(each.recordedtime)))
      await append(lane, events)
    },
    begin: (overrides: Partial<ReplayRequest> = {}) =>
      beginSending(randomUUID(), aRequest(overrides), ports),
    goOn: (begun: ReplayProgress, { seconds = 3_600, over = ports } = {}) =>
      goOnWithReplay(begun, begun.request as ReplayRequest, clock.now + seconds * 1_000, over),
  }
})
