import { isWebhook } from '../../lib/alerts/slack/addresses.ts'

const option = /^([a-z0-9][a-z0-9_-]{0,39})=(.+)$/

/**
 * Reads `<channel>=<url>` options.
 * @returns the URLs, which are credentials, by channel; null where one of them is unusable
 */
export const webhooksOf = (options: readonly string[]): Record<string, string> | null => {
  const webhooks: Record<string, string> = {}
  for (const text of options) {
    const [, channel, url] = option.exec(text) ?? []
    if (channel === undefined || url === undefined || !isWebhook(url)) return null
    webhooks[channel] = url
  }
  return webhooks
}
