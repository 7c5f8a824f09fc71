import type { Draws } from '../../../local/workforce-service/organisation/random.ts'
import type { EpochMs } from '../oracle/moments.ts'
import type { Scheduler } from './scheduler.ts'

export type Service = 'database' | 'topic' | 'log' | 'queue' | 'api' | 'slack' | 'mail' | 'endpoint'

/** How an effect ends. */
export type Fate =
  | 'done'
  /** It never arrives. */
  | 'request-lost'
  /** It succeeds, and reports a time-out. */
  | 'reply-lost'
  /** It succeeds, its answer is lost, and the client tries again. */
  | 'repeated'
  | 'throttled'
  | 'killed-before'
  | 'killed-after'

/** Decides how each effect ends and how long it takes. */
export type Fates = {
  fateOf: (service: Service, name: string) => Fate
  /** In milliseconds. */
  latencyOf: (service: Service) => number
  /** After how much longer the client gives up while a service hangs, in milliseconds; or 0. */
  hangOf: (service: Service) => number
}

/** Reaches a service from a process: `act` happens at once, at a moment of the scheduler's choice. */
export type Effect = <T>(
  service: Service,
  name: string,
  act: () => T,
  latency?: number,
) => Promise<T>

/** One run of a function. Killed, it does nothing more: what it awaits never comes. */
export type Process = {
  name: string
  effect: Effect
  /** Waits some milliseconds. */
  sleep: (milliseconds: number) => Promise<void>
  /** The machine's clock, which may be off. */
  now: () => EpochMs
  startedAt: EpochMs
  /** Whether a fault struck one of its effects on the store, the topic or the queue. */
  isDisturbed: () => boolean
  disturb: () => void
}

/** How a process ended. */
export type Outcome<T> =
  | { kind: 'done'; value: T }
  | { kind: 'failed'; error: unknown }
  | { kind: 'killed'; why: string }

/** What a service, or the network before it, answers where it does not do as asked. */
export class ServiceError extends Error {
  constructor(name: string) {
    super(name)
    this.name = name
  }
}

export type ProcessWorld = {
  scheduler: Scheduler
  fates: Fates
  draws: Draws
  trace: (text: string) => void
}

/** A process that is to be started. */
export type Launch<T> = {
  name: string
  /** How far its clock is off. */
  clockOffset: () => EpochMs
  /** After so many milliseconds it is killed. */
  timeout: number
  work: (process: Process) => Promise<T>
  onEnd: (outcome: Outcome<T>, process: Process) => void
}

/** From this latency on, in milliseconds, a service does not do as it should. */
const slow = 1_000

const afterDeath = (act: () => unknown): void => {
  try {
    act()
  } catch {
    // Nobody is there to hear of it.
  }
}

/** Starts a process: its work runs until it ends, fails, or is killed at one of its effects. */
export const launch = <T>(
  { name, clockOffset, timeout, work, onEnd }: Launch<T>,
  { scheduler, fates, draws, trace }: ProcessWorld,
): void => {
  let isAlive = true
  let isDisturbed = false
  const end = (outcome: Outcome<T>): void => {
    if (!isAlive) return
    isAlive = false
    onEnd(outcome, process)
  }
  const kill = (why: string): void => {
    if (isAlive) trace(`${name} is killed: ${why}`)
    end({ kind: 'killed', why })
  }

  const perform = <T>(what: string, fate: Fate, act: () => T): T => {
    if (fate === 'request-lost') throw new ServiceError('TimeoutError')
    if (fate === 'throttled') throw new ServiceError('ThrottlingException')
    const result = act()
    if (fate === 'reply-lost') throw new ServiceError('TimeoutError')
    if (fate !== 'repeated') return result
    trace(`${name} repeats ${what}`)
    return act()
  }

  const effect: Effect = (service, what, act, latency = fates.latencyOf(service)) =>
    new Promise((resolve, reject) => {
      if (!isAlive) return
      if (service !== 'api' && latency > slow) isDisturbed = true
      const hang = fates.hangOf(service)
      scheduler.at(scheduler.now() + latency + hang, () => {
        if (hang > 0) return reject(new ServiceError('TimeoutError'))
        if (!isAlive) {
          // What was on its way when its sender died may still arrive.
          if (draws.chance(0.5)) afterDeath(act)
          return
        }
        const fate = fates.fateOf(service, what)
        if (fate === 'killed-before') return kill(`before ${what}`)
        if (fate !== 'done') {
          isDisturbed = true
          trace(`${name}: ${what} is ${fate}`)
        }
        try {
          const result = perform(what, fate, act)
          if (fate === 'killed-after') kill(`after ${what}`)
          else resolve(result)
        } catch (error) {
          reject(error)
        }
      })
    })

  const process: Process = {
    name,
    effect,
    sleep: (milliseconds) =>
      new Promise((resolve) => {
        scheduler.at(scheduler.now() + milliseconds, () => {
          if (isAlive) resolve()
        })
      }),
    now: () => scheduler.now() + clockOffset(),
    startedAt: scheduler.now(),
    isDisturbed: () => isDisturbed,
    disturb: () => {
      isDisturbed = true
    },
  }
  if (Number.isFinite(timeout)) scheduler.at(scheduler.now() + timeout, () => kill('time-out'))
  work(process).then(
    (value) => end({ kind: 'done', value }),
    (error: unknown) => end({ kind: 'failed', error }),
  )
}
