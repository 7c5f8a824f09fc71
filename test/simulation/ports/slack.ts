import type { SlackPorts } from '../../../lib/alerts/slack/outlet.ts'
import type { SlackMessage } from '../../../lib/alerts/slack/render.ts'
import type { Posted } from '../../../lib/alerts/slack/webhook.ts'
import type { Faults } from '../system/faults.ts'
import { type Process, ServiceError } from '../system/process.ts'

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
    /**
     * @param onTaken told of each message that a channel shows
     * @param onRefused told of each that it does not
     */
    portsOf: (
      process: Process,
      onTaken: (channel: string, message: SlackMessage) => void,
      onRefused: (channel: string) => void,
    ): SlackPorts => ({
      addressOf: async (channel, { forceRefresh } = { forceRefresh: false }) => {
        refresh()
        if (forceRefresh) known = made
        const url = urlOf(channel, known)
        return { url, fingerprint: url }
      },
      post: async (url, message) => {
        const channel = new URL(url).pathname.split('/')[1] ?? ''
        try {
          return await process.effect('slack', `post to ${channel}`, () => {
            const posted = answer(url)
            if (posted.kind === 'sent') onTaken(channel, message)
            else onRefused(channel)
            return posted
          })
        } catch (error) {
          if (error instanceof ServiceError) return { kind: 'failed', reason: 'no answer' }
          throw error
        }
      },
      sleep: process.sleep,
    }),
  }
}
