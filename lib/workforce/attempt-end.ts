import { DeadlineError, type RequestName, TransportError, type TransportReason } from './errors.ts'
import type { CallOptions } from './waiting.ts'

/**
 * When an attempt must end: at the call's deadline or by its signal, or where one of its stages
 * takes too long. The signal's reason is the error to throw.
 */
export const attemptEnd = (
  operation: RequestName,
  { deadline, signal }: CallOptions,
  now: number,
) => {
  const end = new AbortController()
  const late = (): void => end.abort(new DeadlineError(operation))
  const aborted = (): void => end.abort(signal?.reason)
  if (signal?.aborted) aborted()
  signal?.addEventListener('abort', aborted, { once: true })
  const left = deadline === undefined ? Number.POSITIVE_INFINITY : deadline - now
  if (left <= 0) late()
  // Node's timers fire at once when asked for longer than 2³¹ − 1 ms.
  const atDeadline = left < 2 ** 31 ? setTimeout(late, left) : undefined
  let stage: NodeJS.Timeout | undefined
  return {
    signal: end.signal,
    /** Begins the next stage and ends the attempt if it takes too long. */
    limitStage: (reason: TransportReason, milliseconds: number): void => {
      clearTimeout(stage)
      stage = setTimeout(() => end.abort(new TransportError(operation, reason)), milliseconds)
    },
    clear: (): void => {
      clearTimeout(stage)
      clearTimeout(atDeadline)
      signal?.removeEventListener('abort', aborted)
    },
  }
}
export type AttemptEnd = ReturnType<typeof attemptEnd>
