import { type CallOptions, type Timing, withinCall } from './waiting.ts'

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
