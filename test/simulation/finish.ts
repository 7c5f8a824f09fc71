import type { EmployeeState } from '../../lib/attendance/state/state.ts'
import type { Polled } from '../../lib/polling/shard/poll-report.ts'
import { minute } from './oracle/moments.ts'
import type { Functions } from './system/functions.ts'
import type { Poll } from './system/observed.ts'
import type { Scheduler } from './system/scheduler.ts'
import type { startSystem } from './system/system.ts'

/** Long enough for every lease, message and process to be gone. */
export const rest = 30 * minute
/** Time enough for a poll to ask about everybody, were the budget ever so small before. */
const timeForAll = 95_000
/** Absences are due at every poll of the end. */
const betweenLastPolls = 65 * minute

/**
 * Polls of each shard at the end, and so many more while the one before has no answer from everywhere, or has
 * published for as long as it had, no faster than it may.
 */
const lastPolls = { always: 4, most: 16 }

/** Whether something seems to be missing of somebody, and is still looked for, or to be as it was once told, which takes a second answer. */
const isAnythingInDoubt = (states: readonly EmployeeState[]): boolean =>
  states.some(({ clockings, absences }) =>
    [...Object.values(clockings), ...Object.values(absences)].some(
      ({ phase, missingSince, doubted }) =>
        phase !== 'removed' &&
        phase !== 'withdrawn' &&
        (missingSince !== null || doubted.length > 0),
    ),
  )

/**
 * Whether something still waits for its turn at the topic, as it was saved, or as it was found by a poll whose
 * outboxes were still full.
 */
const isAnythingUnsaid = (states: readonly EmployeeState[], last: readonly Poll[]): boolean =>
  states.some(({ outbox }) => outbox.length > 0) ||
  doesAnySay(last, ({ outcomes }) => outcomes.blocked > 0)

/** Whether any of some polls reported something. */
const doesAnySay = (polls: readonly Poll[], what: (report: Polled) => boolean): boolean =>
  polls.some(
    ({ outcome }) =>
      outcome.kind === 'done' && outcome.value.kind === 'polled' && what(outcome.value),
  )

/** Whether the time of a poll was not enough for everybody, of whom months are to be read. */
const isAnybodyLeft = (last: readonly Poll[]): boolean =>
  doesAnySay(last, ({ leftOver }) => leftOver > 0)

/**
 * What must be enough once nothing fails any more: two refreshes that agree, and four polls of
 * each shard, the third after an operator's word that what is missing is gone, which may have to be said again where
 * what is missing might have been a record that could not be read. Where an answer has
 * a page for each record, looking for what is missing takes a poll for each person, and more; and where the
 * events of a second are bounded, no poll can publish more than its time allows, however much is new.
 */
export const finish = async (
  functions: Functions,
  scheduler: Scheduler,
  { shardIds, states }: Pick<ReturnType<typeof startSystem>['world'], 'shardIds' | 'states'>,
  polls: readonly Poll[],
  isPublishingPaced: boolean,
): Promise<void> => {
  // What was found last may be doubted until the poll after that.
  let twoRoundsAgo = polls.length
  let roundAgo = polls.length
  const isUnfinished = (): boolean =>
    isAnythingInDoubt(states()) ||
    isAnybodyLeft(polls.slice(roundAgo)) ||
    (isPublishingPaced && isAnythingUnsaid(states(), polls.slice(twoRoundsAgo)))
  let wasAllRead = true
  for (let refresh = 1; refresh <= 2; refresh++) {
    functions.refresh(() => {}, refresh === 2)
    await scheduler.runUntil(scheduler.now() + rest)
  }
  const { always, most } = lastPolls
  for (let poll = 1; poll <= always || (poll <= most && isUnfinished()); poll++) {
    if (poll === 3) {
      functions.acceptLoss(() => {})
      wasAllRead = !doesAnySay(
        polls.slice(roundAgo),
        ({ unreadRecords }) => unreadRecords.length > 0,
      )
      // Whoever had no room for an event at the last refresh has by now.
      functions.refresh(() => {}, true)
    } else if (
      !wasAllRead &&
      doesAnySay(polls.slice(roundAgo), ({ doubted }) => doubted.length > 0)
    )
      functions.acceptLoss(() => {})
    await scheduler.runUntil(scheduler.now() + minute)
    const [from, until] = [scheduler.now(), scheduler.now() + timeForAll]
    twoRoundsAgo = roundAgo
    roundAgo = polls.length
    for (const shardId of shardIds())
      functions.poll({ shardId, slot: { requestsPerSecond: 50, from, until } }, () => {})
    await scheduler.runUntil(scheduler.now() + betweenLastPolls)
  }
}
