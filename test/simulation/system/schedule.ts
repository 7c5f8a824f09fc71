import { readTick } from '../../../lib/polling/dispatching/tick.ts'
import { pollQueue } from '../../../lib/polling/queues.ts'
import { concurrentPolls, type Deployment } from '../deployments.ts'
import { second } from '../oracle/moments.ts'
import { createMemoryQueue, type MemoryQueue } from '../ports/queue.ts'
import type { Plan } from '../scenario.ts'
import type { Faults } from './faults.ts'
import type { Functions } from './functions.ts'
import type { Scheduler } from './scheduler.ts'
import type { Troubles } from './troubles.ts'

/** So long it takes at most until a message finds a poller, in milliseconds: less than it is hidden for. */
const longestWait = 100_000

/** The queue of ticks, and the pollers that work on it. */
export const createPollers = (scheduler: Scheduler, faults: Faults) => {
  let busy = 0
  let functions: Functions | null = null

  const pump = (): void => {
    if (functions === null || busy >= concurrentPolls) return
    const message = queue.receive()
    if (message === null) return
    busy++
    const tick = readTick(message.body)
    const { poll } = functions
    const begin = (): void =>
      poll(tick, (kind) => {
        busy--
        const isForgotten = kind === 'killed' || faults.strikes('repeated-message', 0.05)
        if (!isForgotten) queue.settle(message, kind === 'done')
        scheduler.at(scheduler.now(), pump)
      })
    // A function may take its time to begin.
    if (faults.strikes('late-tick', 0.1))
      scheduler.at(scheduler.now() + faults.draws.whole(0, longestWait), begin)
    else begin()
    // At least once: the same message goes to another poller, too.
    if (faults.strikes('repeated-message', 0.05)) {
      const copy = functions
      scheduler.at(scheduler.now() + faults.draws.whole(0, 2_000), () => copy.poll(tick, () => {}))
    }
    pump()
  }

  const queue: MemoryQueue = createMemoryQueue({
    ...pollQueue,
    now: scheduler.now,
    choose: (count) => faults.draws.whole(0, count - 1),
    onVisible: (at) => scheduler.at(at, pump),
  })
  return {
    queue,
    serve: (served: Functions): void => {
      functions = served
    },
  }
}

/** Calls the dispatcher and the roster refresh on their schedules, until the end of the plan. */
export const schedule = (
  functions: Functions,
  scheduler: Scheduler,
  faults: Faults,
  troubles: Troubles,
  deploymentNow: () => Deployment,
  { from, to }: Plan,
): void => {
  const every = (seconds: (deployment: Deployment) => number, call: () => void): void => {
    const next = (): void => {
      if (scheduler.now() >= to) return
      if (!faults.holds('downtime') && !troubles.isOut()) call()
      scheduler.at(scheduler.now() + seconds(deploymentNow()) * second, next)
    }
    scheduler.at(from, next)
  }
  every(
    ({ rosterEverySeconds }) => rosterEverySeconds,
    () => functions.refresh(() => {}),
  )
  every(
    ({ dispatchEverySeconds }) => dispatchEverySeconds,
    () => {
      functions.dispatch(() => {})
      // Lambda starts a scheduled run at least once, and operators start it by hand.
      if (faults.strikes('repeated-message', 0.05))
        scheduler.at(scheduler.now() + faults.draws.whole(0, 90_000), () =>
          functions.dispatch(() => {}),
        )
    },
  )
}
