import { epochMs, minute, utc } from '../../../lib/attendance/moments.ts'
import type { EmployeeState } from '../../../lib/attendance/state/state.ts'
import { dispatchPolls } from '../../../lib/polling/dispatching/dispatch-polls.ts'
import { pollPace, type Tick } from '../../../lib/polling/dispatching/tick.ts'
import { pollShard } from '../../../lib/polling/shard/poll-shard.ts'
import { createShardMemory } from '../../../lib/polling/shard/shard-memory.ts'
import { deadlinesFor, functionTimeoutSeconds, leaseSeconds } from '../../../lib/polling/timing.ts'
import { nobodyBehind } from '../../../lib/store/shard-record.ts'
import { createWorkforceClient } from '../../../lib/workforce/client.ts'
import type { Absence } from '../../../lib/workforce/contract/absence.ts'
import type { Clocking } from '../../../lib/workforce/contract/clocking.ts'
import { anId, aState, rules } from '../../harness/builders.ts'
import { createBudgetRecord, memoryBudgetStore } from '../../simulation/ports/budget-record.ts'
import { createEmployeeTable, memoryEmployeeStore } from '../../simulation/ports/employee-table.ts'
import { createRecordTables, memoryShardStore } from '../../simulation/ports/record-tables.ts'
import type { Effect } from '../../simulation/system/process.ts'
import { createScheduler } from '../../simulation/system/scheduler.ts'
import { type Manner, type Question, virtualApi } from './virtual-api.ts'

const began = epochMs('2026-11-18T08:00:00Z')

export type PacedOptions = {
  people: number
  shardSize?: number
  requestsPerSecond?: number
  behave?: (question: Question) => Manner | undefined
  /** What the API shows of the n-th, by the minutes that have gone by. */
  clockings?: (n: number, minutes: number) => Clocking[]
  absences?: (n: number, minutes: number) => Absence[]
  /** Whether SNS takes what is published of the n-th. */
  isTaken?: (n: number, minutes: number) => boolean
  /** Throws where a state cannot be saved. */
  onSave?: (state: EmployeeState, minutes: number) => void
  /** Whether the poller of a shard is killed as it begins. */
  isKilled?: (shardId: string, minutes: number) => boolean
}

const nothing = () => []
const usualSettings = {
  clockingsEverySeconds: 60,
  absencesEverySeconds: 900,
  dispatchEverySeconds: 60,
  concurrentPolls: 2,
  concurrentCalls: 20,
}

/**
 * Dispatcher, pollers and the real client with its pace, retries and throttling, by the settings as they are by default, in
 * virtual time: the API's transport, SNS and the stores are in memory.
 */
export const createPacedSystem = async (options: PacedOptions) => {
  const { people, shardSize = 250, clockings = nothing, absences = nothing } = options
  const { now, at, runUntil } = createScheduler(began)
  const sleep = (milliseconds: number, signal?: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
      at(now() + milliseconds, resolve)
    })
  const minutes = (moment = now()): number => (moment - began) / minute
  const settings = { ...usualSettings, requestsPerSecond: options.requestsPerSecond ?? 10 }
  const atOnce: Effect = async (_service, _what, act) => act()
  const table = createEmployeeTable(now)
  const stored = memoryEmployeeStore(table, atOnce, { lag: () => 0, onSave: () => {} })
  const shards = memoryShardStore(createRecordTables(), atOnce)
  const employees: typeof stored = {
    ...stored,
    save: async (shardId, state, poll) => {
      options.onSave?.(state, minutes())
      return stored.save(shardId, state, poll)
    },
  }
  const numbers = Array.from({ length: people }, (_, index) => index + 1)
  for (const [shardId, members] of Map.groupBy(numbers, (n) =>
    String(Math.ceil(n / shardSize)).padStart(4, '0'),
  )) {
    const read = { polledThrough: utc(began), absencesReadAt: utc(began), lossAcceptedAt: null }
    await shards.create({ shardId, members: members.length, behind: nobodyBehind, ...read })
    for (const n of members) await stored.save(shardId, aState({ employeeId: anId(n), version: 0 }))
  }
  const answers: { question: Question }[] = []
  const numberOf = (employeeId: string): number => Number(employeeId.slice(-4))
  const client = createWorkforceClient({
    baseUrl: 'https://api.example.com',
    authUrl: 'https://auth.example.com',
    credentials: async () => ({ clientId: 'id', clientSecret: 'secret' }),
    requestsPerSecond: settings.requestsPerSecond,
    timing: { now, sleep, random: () => 0.5 },
    http: virtualApi({
      now,
      sleep,
      began,
      behave: options.behave ?? (() => undefined),
      clockings: (id) => clockings(numberOf(id), minutes()),
      absences: (id) => absences(numberOf(id), minutes()),
      onAnswer: (question) => answers.push({ question }),
    }),
  })
  const told: { what: string; minutes: number }[] = []
  const memory = createShardMemory()
  const budget = memoryBudgetStore(createBudgetRecord(), atOnce)
  const rates: number[] = []
  let polls = 0

  const poll = async ({ shardId, slot }: Tick): Promise<void> => {
    const owner = `poll ${++polls}`
    const api = client.paced(pollPace(slot, settings.requestsPerSecond, now()))
    const until = now() + leaseSeconds.pollShard * 1_000
    if (options.isKilled?.(shardId, minutes()) === true)
      return void (await shards.takeLease(shardId, { owner, now: now(), until }))
    const deadlines = deadlinesFor(functionTimeoutSeconds.pollShard * 1_000, now())
    await pollShard(
      { shardId, slot, owner, ...deadlines },
      {
        api,
        spent: api.spent,
        shards,
        employees,
        memory,
        now,
        machineNow: now,
        wait: sleep,
        delivery: {
          publish: async (entries) => {
            const acknowledged = new Set<string>()
            const failures = new Map<string, string>()
            for (const { id, message } of entries) {
              const { type, subject } = JSON.parse(message)
              const n = numberOf(subject)
              if (options.isTaken?.(n, minutes()) === false) failures.set(id, 'InternalError')
              else {
                acknowledged.add(id)
                told.push({ what: `${type.replace('attendance.', '')} ${n}`, minutes: minutes() })
              }
            }
            return { acknowledged, failures }
          },
          onPublished: () => {},
          onPublishFailure: () => {},
        },
      },
      {
        rules: rules(),
        lookbackHours: 24,
        absencesEverySeconds: settings.absencesEverySeconds,
        removalAfterMinutes: 10,
        concurrency: settings.concurrentCalls,
        leaseSeconds: leaseSeconds.pollShard,
      },
    ).catch(() => undefined)
  }

  const send = async (ticks: readonly Tick[]): Promise<void> => {
    for (const tick of ticks) at(tick.slot?.from ?? now(), () => void poll(tick))
  }

  return {
    runMinutes: async (count: number): Promise<void> => {
      for (let n = 0; n < count; n++) {
        const dispatched = await dispatchPolls(
          { shards, budget, send, now, machineNow: now },
          settings,
        )
        rates.push(dispatched.requestsPerSecond)
        await runUntil(now() + minute)
      }
    },
    /** The longest for which any of some was not answered from a minute on, in minutes. */
    longestGap: (
      of: readonly number[],
      from: number,
      operation: Question['operation'] = 'clockings',
    ): number => {
      const gapOf = (n: number): number => {
        const moments = answers
          .map(({ question }) => question)
          .filter((each) => each.n === n && each.operation === operation && each.minutes >= from)
          .map((each) => each.minutes)
        return Math.max(
          ...[...moments, minutes()].map((each, index, all) => each - (all[index - 1] ?? from)),
        )
      }
      return Math.max(...of.map(gapOf))
    },
    /** After how many minutes something was told, `clocked-in 3`; infinite where it was not. */
    toldAfter: (what: string): number =>
      told.find((each) => each.what === what)?.minutes ?? Number.POSITIVE_INFINITY,
    /** Requests a second that the dispatcher planned with, minute by minute. */
    rates,
  }
}

/** From one number up to another, both included. */
export const people = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index)
