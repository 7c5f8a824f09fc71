import { setTimeout as delay } from 'node:timers/promises'
import { Temporal } from 'temporal-polyfill'
import type { Digest } from '../../lib/alerts/rules/alert-settings.ts'
import { weekdayOf } from '../../lib/routing/where.ts'
import type { Running } from '../lambda/schedule.ts'

/** When a digest is next sent after a moment, epoch milliseconds: not on a day whose clocks go forward past its time. */
export const nextSending = (digest: Digest, fallbackZone: string, after: number): number => {
  const zone = digest.timeZone ?? fallbackZone
  const plainTime = Temporal.PlainTime.from(digest.at)
  let date = Temporal.Instant.fromEpochMilliseconds(after).toZonedDateTimeISO(zone).toPlainDate()
  for (;;) {
    const sending = date.toZonedDateTime({ timeZone: zone, plainTime })
    const at = sending.epochMilliseconds
    const isThere = sending.toPlainTime().equals(plainTime)
    const isItsDay = digest.days === undefined || digest.days.includes(weekdayOf(date.dayOfWeek))
    if (isThere && isItsDay && at > after) return at
    date = date.add({ days: 1 })
  }
}

/** How often to look what is due, in real milliseconds. */
const lookEvery = 100

/** A retry waits at least this long, in milliseconds, however fast the clock runs. */
const shortestRetry = 1_000

/**
 * Sends digests as EventBridge Scheduler and Lambda would, by a clock that may run fast.
 * @param retries after how many real milliseconds a digest that failed is sent again, each once
 */
export const startDigestSchedule = (
  digests: readonly Digest[],
  zone: string,
  now: () => number,
  send: (digest: Digest, scheduledTime: string) => Promise<unknown>,
  retries: readonly number[],
  onError: (error: unknown) => void,
): Running => {
  const due = new Map(digests.map((digest) => [digest, nextSending(digest, zone, now())]))
  const sending = new Set<Promise<unknown>>()
  const stopping = new AbortController()
  const { signal } = stopping
  const sendPatiently = async (digest: Digest, scheduledTime: string): Promise<void> => {
    for (const wait of [0, ...retries]) {
      if (wait > 0) await delay(Math.max(wait, shortestRetry), null, { signal }).catch(() => {})
      if (signal.aborted) return
      try {
        await send(digest, scheduledTime)
        return
      } catch (error) {
        onError(error)
      }
    }
  }
  const look = () => {
    for (const [digest, at] of due) {
      if (at > now()) continue
      due.set(digest, nextSending(digest, zone, now()))
      const sent = sendPatiently(digest, new Date(at).toISOString()).finally(() =>
        sending.delete(sent),
      )
      sending.add(sent)
    }
  }
  const timer = setInterval(look, lookEvery)
  return {
    stop: async () => {
      clearInterval(timer)
      stopping.abort()
      await Promise.all(sending)
    },
  }
}
