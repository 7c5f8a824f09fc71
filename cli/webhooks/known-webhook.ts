import { didYouMean, nearest } from '../../lib/settings/checks/nearest.ts'
import type { Settings } from '../../lib/settings/settings.ts'
import type { Webhook } from '../../lib/webhooks/webhook-settings.ts'
import { OperatorError } from '../or-one-line.ts'

/**
 * An endpoint of an environment, by name.
 * @throws {OperatorError} where its settings have no such endpoint
 */
export const knownWebhook = (
  { name: environment, webhooks }: Pick<Settings, 'name' | 'webhooks'>,
  name: string,
): Webhook => {
  const found = webhooks.find((each) => each.name === name)
  if (found !== undefined) return found
  const names = webhooks.map((each) => each.name)
  const there = names.length === 0 ? 'it has none' : `it has ${names.join(', ')}`
  throw new OperatorError(
    `${environment}.json has no webhook "${name}": ${there}${didYouMean(nearest(name, names))}`,
  )
}
