import type { CallOptions, Timing } from './waiting.ts'

const rejectionOn = (signal: AbortSignal, until: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const abort = (): void => reject(signal.reason)
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort, { once: true, signal: until })
  })

/**
 * Waits for a promise, but no longer than a call may take.
 * @param late makes the error to throw at the deadline
 * @throws the signal's reason, when it is aborted first
 */
const withinCall = async <T>(
  promise: Promise<T>,
  { deadline, signal }: CallOptions,
  timing: Pick<Timing, 'now' | 'sleep'>,
  late: () => Error,
): Promise<T> => {
  const over = new AbortController()
  const atDeadline = async (moment: number): Promise<never> => {
    await timing.sleep(moment - timing.now(), over.signal)
    throw late()
  }
  const limits = [
    ...(deadline === undefined ? [] : [atDeadline(deadline)]),
    ...(signal ? [rejectionOn(signal, over.signal)] : []),
  ]
  try {
    return await Promise.race([promise, ...limits])
  } finally {
    over.abort()
  }
}

type Running<T> = { result: Promise<T>; stop: AbortController; waiters: number }

/**
 * Runs a task once for however many calls wait for it. A call that gives up leaves alone;
 * only when the last one has left is the task stopped.
 * @param run the task; stops when its signal is aborted
 * @returns joins the task that runs, or starts it
 */
export const createSharedTask = <T>(
  run: (signal: AbortSignal) => Promise<T>,
  timing: Pick<Timing, 'now' | 'sleep'>,
): ((call: CallOptions, late: () => Error) => Promise<T>) => {
  let running: Running<T> | null = null

  const forget = (task: Running<T>): void => {
    if (running === task) running = null
  }

  const start = (): Running<T> => {
    const stop = new AbortController()
    const task = { result: run(stop.signal), stop, waiters: 0 }
    running = task
    task.result.finally(() => forget(task)).catch(() => undefined)
    return task
  }

  return async (call, late) => {
    call.signal?.throwIfAborted()
    if (call.deadline !== undefined && call.deadline <= timing.now()) throw late()
    const task = running ?? start()
    task.waiters += 1
    try {
      return await withinCall(task.result, call, timing, late)
    } finally {
      task.waiters -= 1
      if (task.waiters === 0) {
        forget(task)
        task.stop.abort()
      }
    }
  }
}
