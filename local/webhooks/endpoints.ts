import { randomBytes } from 'node:crypto'
import type { Settings } from '../../lib/settings/settings.ts'
import { Webhook } from '../../lib/webhooks/webhook-settings.ts'
import { isSigningKey } from '../../lib/webhooks/wire/signature.ts'
import { isLoopback } from '../../lib/workforce/urls.ts'

const option = /^([a-z0-9][a-z0-9_-]{0,39})=(.+)$/

const isUsable = (address: string): boolean => {
  if (!URL.canParse(address)) return false
  const { protocol, hostname, username, password } = new URL(address)
  if (username !== '' || password !== '') return false
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))
}

const named = (
  options: readonly string[],
  isValue: (value: string) => boolean,
): Record<string, string> | null => {
  const values: Record<string, string> = {}
  for (const text of options) {
    const [, name, value] = option.exec(text) ?? []
    if (name === undefined || value === undefined || !isValue(value)) return null
    values[name] = value
  }
  return values
}

/**
 * Reads `<name>=<url>` options, https, or http to this machine.
 * @returns the URLs by name; null where one of them is unusable
 */
export const endpointsOf = (options: readonly string[]): Record<string, string> | null =>
  named(options, isUsable)

/**
 * Reads `<name>=<whsec_…>` options.
 * @returns the signing keys by name; null where one of them is unusable
 */
export const signingKeysOf = (options: readonly string[]): Record<string, string> | null =>
  named(options, isSigningKey)

/** A signing key for an endpoint that was given none. */
export const newSigningKey = (): string => `whsec_${randomBytes(32).toString('base64')}`

const asByDefault = (name: string): Webhook =>
  Webhook.parse({ name, url: 'https://endpoint.invalid/' })

/**
 * The endpoints that a run posts to: those that the command line names, as the settings have them
 * where they do. No other: a run on a laptop must not reach an outside system by surprise.
 */
export const webhooksOfRun = (
  { webhooks }: Pick<Settings, 'webhooks'>,
  urls: Record<string, string>,
): Webhook[] =>
  Object.entries(urls).map(([name, url]) => ({
    ...(webhooks.find((each) => each.name === name) ?? asByDefault(name)),
    url,
  }))
