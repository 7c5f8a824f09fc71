import type { DispatchPorts } from '../../../lib/polling/dispatching/dispatch-polls.ts'
import { sendTicks } from '../../../lib/polling/dispatching/send-ticks.ts'
import type { PollPorts } from '../../../lib/polling/poll.ts'
import type { RosterPorts } from '../../../lib/polling/roster/refresh.ts'
import { createShardMemory } from '../../../lib/polling/shard/shard-memory.ts'
import { isDelivered } from '../../../lib/store/delivered.ts'
import type { StatePorts } from '../../../lib/store/saved-state.ts'
import type { Deployment } from '../deployments.ts'
import type { EpochMs } from '../oracle/moments.ts'
import type { Person } from '../organisation/history.ts'
import { createApiFaults } from '../ports/api-faults.ts'
import { createBudgetRecord, memoryBudgetStore } from '../ports/budget-record.ts'
import { isLater } from '../ports/code-version.ts'
import { allStates, createEmployeeTable, memoryEmployeeStore } from '../ports/employee-table.ts'
import { memoryPublisher } from '../ports/publisher.ts'
import type { MemoryQueue } from '../ports/queue.ts'
import {
  baselineIn,
  createRecordTables,
  deliveredIn,
  memoryRosterStore,
  memoryShardStore,
} from '../ports/record-tables.ts'
import { eventsIn, type SegmentTable } from '../ports/segment-table.ts'
import type { Message } from '../ports/topic.ts'
import { type ApiPort, workforceApi } from '../ports/workforce-api.ts'
import { workforceOverHttp } from '../ports/workforce-http.ts'
import type { Faults } from './faults.ts'
import { notedEffect } from './noted-effect.ts'
import type { Observed } from './observed.ts'
import type { Process } from './process.ts'
import type { Scheduler } from './scheduler.ts'
import type { Troubles } from './troubles.ts'
import type { Versions } from './versions.ts'

type Options = {
  people: readonly Person[]
  pageSize: number
  /** Whether the API is reached through the real client. */
  overHttp: boolean
  faults: Faults
  troubles: Troubles
  versions: Versions
  scheduler: Scheduler
  observed: Observed
  queue: MemoryQueue
  /** Told of each message that the topic delivers. */
  onDelivered: (message: Message) => void
}

/** How far a read that need not be consistent may be behind, in milliseconds. */
const longestLag = 3_000

/** How many events a second each function may publish. */
const shareOf = ({ messagesPerSecond, concurrentPolls }: Deployment): number | null =>
  messagesPerSecond === null ? null : Math.floor(messagesPerSecond / (concurrentPolls + 1))

/** The world of a run, as each process reaches it. */
export const createWorld = (options: Options) => {
  const { faults, troubles, versions, scheduler, observed, queue, pageSize } = options
  const { now } = scheduler
  const employees = createEmployeeTable(now)
  const records = createRecordTables()
  const segments: SegmentTable = new Map()
  const loggedAt = new Map<string, EpochMs>()
  const noteLogged = (ids: readonly string[]): void => {
    for (const id of ids) if (!loggedAt.has(id)) loggedAt.set(id, now())
  }
  const budget = createBudgetRecord()
  const people = new Map(options.people.map((person) => [person.id, person]))
  const refused = new Set(options.people.filter(() => faults.draws.chance(0.2)).map(({ id }) => id))
  const members = () =>
    new Set(
      allStates(employees)
        .filter(({ membership }) => membership === 'member')
        .map(({ employeeId }) => employeeId),
    )
  const apiFaults = createApiFaults(faults, { now, refused, members, troubles })

  const lagOf = (process: Process) => (): number => {
    if (!faults.strikes('stale-read', 0.05)) return 0
    process.disturb()
    return faults.draws.whole(1, longestLag)
  }

  const isTakenFrom =
    (process: Process) =>
    (body: string): boolean => {
      const isRefused = faults.holds('topic-outage') || faults.strikes('partial-batch', 0.05)
      if (isRefused) {
        process.disturb()
        observed.refusedByTopic.add(JSON.parse(body).subject)
      }
      return !isRefused
    }

  /** The API, which is asked at the pace that each function is given. */
  const apiOf = (process: Process): ApiPort =>
    (options.overHttp ? workforceOverHttp : workforceApi)(process, {
      people,
      now,
      faults: apiFaults,
      pageSize,
      onAnswer: (answer) => observed.answers.push(answer),
      onCall: (name, operation) => {
        observed.calls++
        if (operation !== 'token') observed.sent.push({ process: name, at: now() })
      },
    })

  const topicOf = (process: Process) => ({
    isTaken: isTakenFrom(process),
    deliver: (message: Message): void => {
      const { name, startedAt } = process
      observed.deliveries.push({ at: now(), message })
      observed.published.push({ process: name, startedAt, at: now(), body: message.body })
      options.onDelivered(message)
    },
  })

  const portsOf = (
    process: Process,
    deployment: Deployment,
  ): Omit<RosterPorts & PollPorts, 'api'> => {
    const effect = notedEffect(process, observed, now)
    const worker = versions.workerOf(process)
    return {
      roster: memoryRosterStore(records, effect, worker),
      shards: memoryShardStore(records, effect, troubles, worker),
      employees: memoryEmployeeStore(
        employees,
        effect,
        {
          isUnreadable: troubles.isItemUnreadable,
          lag: lagOf(process),
          onSave: (state, before) => {
            const known = new Set(before?.outbox.map(({ id }) => id))
            for (const { id } of state.outbox)
              if (!known.has(id) && !observed.origins.has(id))
                observed.origins.set(id, {
                  process: process.name,
                  startedAt: process.startedAt,
                  savedAt: now(),
                  deployment,
                })
          },
        },
        worker,
      ),
      memory: createShardMemory(),
      delivery: {
        publish: memoryPublisher(
          process,
          segments,
          topicOf(process),
          shareOf(deployment),
          noteLogged,
        ),
        onPublished: () => {},
        onPublishFailure: () => {},
      },
      now: process.now,
      machineNow: process.now,
      wait: process.sleep,
    }
  }

  const statePortsOf = (process: Process): StatePorts => ({
    shards: memoryShardStore(records, process.effect, troubles, versions.workerOf(process)),
    employees: memoryEmployeeStore(
      employees,
      process.effect,
      { isUnreadable: troubles.isItemUnreadable, lag: () => 0, onSave: () => {} },
      versions.workerOf(process),
    ),
  })

  const dispatchPortsOf = (process: Process): DispatchPorts => ({
    shards: memoryShardStore(
      records,
      notedEffect(process, observed, now),
      troubles,
      versions.workerOf(process),
    ),
    budget: memoryBudgetStore(budget, process.effect),
    send: sendTicks(queue.sender(process.effect), 'queue'),
    now: process.now,
    machineNow: process.now,
  })

  return {
    employees,
    segments,
    /** What the event log has, by lane and in order. */
    logged: () => eventsIn(segments),
    /** When it had each event first, by id. */
    loggedAt,
    /** Everyone's state, with what waits in each outbox. */
    states: () => allStates(employees, (shardId) => deliveredIn(records, shardId)),
    /** When the first roster came, whichever version of the code wrote that down. */
    baselineAt: (): string | null => baselineIn(records),
    shardIds: (): string[] => [...records.shards.keys()].sort(),
    /** The ids of the events that wait in a shard's outboxes, as far as a process can read these. */
    pendingIn: (shardId: string, process: Process): string[] => {
      const delivered = deliveredIn(records, shardId)
      return [...(employees.shards.get(shardId) ?? [])].flatMap(([employeeId, items]) => {
        const last = items.at(-1)?.written ?? null
        const isAhead = isLater(last?.item ?? null) && !versions.seen.later.has(process.name)
        return last === null || isAhead || troubles.isItemUnreadable(employeeId)
          ? []
          : isDelivered(last.item, delivered)
            ? []
            : last.state.outbox.map(({ id }) => id)
      })
    },
    portsOf,
    apiOf,
    budgetOf: (process: Process) => memoryBudgetStore(budget, process.effect),
    /** The API has long taken all that is asked: fifty plans later the rate is what the settings allow again. */
    regainRate: (): void => {
      budget.budget = { ...budget.budget, learned: null }
    },
    dispatchPortsOf,
    statePortsOf,
  }
}
export type SimulatedWorld = ReturnType<typeof createWorld>
