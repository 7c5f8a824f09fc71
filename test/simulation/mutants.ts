import type { EmployeeState } from '../../lib/attendance/state/state.ts'
import type { PollPorts } from '../../lib/polling/poll.ts'
import type { Mutant } from './system/functions.ts'

/** Each as if it had been missing for long, so that one answer without it is enough. */
const missedForLong = (state: EmployeeState): EmployeeState => ({
  ...state,
  clockings: Object.fromEntries(
    Object.entries(state.clockings).map(([id, each]) => [
      id,
      each.phase === 'present' && each.missingSince === null
        ? { ...each, missingSince: '2026-01-01T00:00:00Z' }
        : each,
    ]),
  ),
})

/** Reads the version again before it writes: whatever another poller wrote is lost. */
const unconditional = ({ employees }: PollPorts): PollPorts['employees'] => ({
  ...employees,
  save: async (shardId, state, poll) => {
    const { employees: all } = await employees.inShard(shardId, { isConsistent: true })
    const version = all.find((each) => each.employeeId === state.employeeId)?.version ?? 0
    return employees.save(shardId, { ...state, version }, poll)
  },
})

/** What keeps the promise, each taken away: a seed must fail without it. */
export const mutants: Record<string, Mutant> = {
  'the version condition': {
    ports: (ports) => ({ ...ports, employees: unconditional(ports) }),
  },

  'the lookback': { settings: (settings) => ({ ...settings, lookbackHours: 0 }) },

  'the two-polls rule for removal': {
    ports: (ports) => ({
      ...ports,
      employees: {
        ...ports.employees,
        inShard: async (...args) => {
          const { employees, unreadable } = await ports.employees.inShard(...args)
          return { employees: employees.map(missedForLong), unreadable }
        },
      },
    }),
  },

  'flushing before calling': {
    ports: (ports) => {
      let hasCalled = false
      const { listClockings, listAbsences } = ports.api
      return {
        ...ports,
        api: {
          listClockings: (...args) => {
            hasCalled = true
            return listClockings(...args)
          },
          listAbsences: (...args) => {
            hasCalled = true
            return listAbsences(...args)
          },
        },
        delivery: {
          ...ports.delivery,
          publish: async (entries) =>
            hasCalled
              ? ports.delivery.publish(entries)
              : { acknowledged: new Set(), failures: new Map() },
        },
      }
    },
  },

  'clearing only acknowledged ids': {
    ports: (ports) => ({
      ...ports,
      delivery: {
        ...ports.delivery,
        publish: async (entries) => {
          const { failures } = await ports.delivery.publish(entries)
          return { acknowledged: new Set(entries.map(({ id }) => id)), failures }
        },
      },
    }),
  },

  'remembering who was told what': {
    alerts: (ports) => ({
      ...ports,
      deliveries: { ...ports.deliveries, delivered: async () => new Map() },
    }),
  },

  'remembering who was told what is corrected later': {
    alerts: (ports) => ({
      ...ports,
      notifications: { ...ports.notifications, whoWasNotified: async () => [] },
    }),
  },

  'remembering what comes before its original': {
    foundBy: 20,
    alerts: (ports) => ({ ...ports, followers: { ...ports.followers, remember: async () => {} } }),
  },

  'writing down at once what was said': {
    alerts: (ports) => ({
      ...ports,
      deliveries: {
        ...ports.deliveries,
        recordSent: async () => true,
        settle: async (_destination, _ids) => {},
        release: (destination, owner, record) =>
          ports.deliveries.release(destination, owner, { ...record, sent: [] }),
      },
    }),
  },

  'one sender at a time for a destination': {
    alerts: (ports) => ({
      ...ports,
      deliveries: {
        ...ports.deliveries,
        takeLease: (destination, lease) =>
          ports.deliveries.takeLease(destination, { ...lease, now: Number.POSITIVE_INFINITY }),
      },
    }),
  },

  'having a destination looked at later': {
    alerts: (ports) => ({
      ...ports,
      wake: (destination, at) =>
        at > ports.machineNow() + 60_000 ? Promise.resolve() : ports.wake(destination, at),
    }),
  },
}
