import type { SlackPorts } from '../../../lib/alerts/slack/outlet.ts'
import type { Posted } from '../../../lib/alerts/slack/webhook.ts'
import type { Listening } from '../system/alerts/people.ts'
import type { Faults } from '../system/faults.ts'
import { type Process, ServiceError } from '../system/process.ts'

/** How long a post waits for an answer where it is not said, in milliseconds. */
const usuallyWithin = 10_000

/** Slack's channels, each with a webhook that may be revoked and made anew. */
export const createSlack = (faults: Faults) => {
  let isGone = false
  let made = 1
  /** What a warm machine last read of the secret. */
  let known = made

  /** Once a webhook that was revoked is replaced, only the new one works. */
  const refresh = (): void => {
    const wasGone = isGone
    isGone = faults.holds('channel-gone')
    if (wasGone && !isGone) made++
  }

  const urlOf = (channel: string, webhook: number): string =>
    `https://slack.example.org/${channel}/${webhook}`

  const answer = (url: string): Posted => {
    refresh()
    if (isGone || !url.endsWith(`/${made}`)) return { kind: 'gone', reason: 'no_service' }
    if (faults.holds('slack-outage')) return { kind: 'failed', reason: 'HTTP 503' }
    if (faults.strikes('slack-throttled', 0.1))
      return { kind: 'throttled', retryAfter: faults.draws.whole(1, 120) * 1_000 }
    return { kind: 'sent' }
  }

  return {
    portsOf: (process: Process, { dislikeOf, onTaken, onRefused }: Listening): SlackPorts => ({
      addressOf: async (channel, { forceRefresh } = { forceRefresh: false }) => {
        refresh()
        if (forceRefresh) known = made
        const url = urlOf(channel, known)
        return { url, fingerprint: url }
      },
      post: async (url, message, within = usuallyWithin) => {
        const channel = new URL(url).pathname.split('/')[1] ?? ''
        try {
          const posted = await process.effect('slack', `post to ${channel}`, () => {
            const asUsual = answer(url)
            const disliked = asUsual.kind === 'sent' ? dislikeOf(channel) : null
            if (disliked !== null || asUsual.kind !== 'sent') onRefused(channel, disliked)
            else onTaken(channel, message)
            return disliked === null ? asUsual : disliked.dislike
          })
          if (typeof posted === 'object') return posted
          if (posted === 'refuses') return { kind: 'refused', reason: 'HTTP 400 invalid_blocks' }
          if (posted === 'fails') return { kind: 'failed', reason: 'HTTP 500' }
          await process.sleep(within)
          return { kind: 'failed', reason: 'no answer' }
        } catch (error) {
          if (error instanceof ServiceError) return { kind: 'failed', reason: 'no answer' }
          throw error
        }
      },
      sleep: process.sleep,
    }),
  }
}
