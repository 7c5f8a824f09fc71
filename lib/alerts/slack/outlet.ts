import { SecretShapeError } from '../../platform/secrets.ts'
import type { Gone } from '../../store/deliveries/destination-record.ts'
import { inParts } from '../sending/in-parts.ts'
import type { Outcome, Outlet } from '../sending/outlet.ts'
import { patiently } from '../sending/patiently.ts'
import type { AlertWording } from '../wording/wording.ts'
import type { ReadAddress, SlackAddress } from './addresses.ts'
import { renderSlack, renderSlackWhole, type SlackMessage, slackHasRoomFor } from './render.ts'
import type { Posted, PostToSlack } from './webhook.ts'

/** Slack takes one message a second for each webhook. */
const interval = 1_000
const noAddress: Gone = { reason: 'no URL in the secret', fingerprint: 'none' }

const outcomeOf = (posted: Posted, { fingerprint }: SlackAddress): Outcome =>
  posted.kind === 'gone' ? { kind: 'gone', gone: { reason: posted.reason, fingerprint } } : posted

type Sleep = (milliseconds: number) => Promise<void>

/** What the way to Slack needs from outside. */
export type SlackPorts = { addressOf: ReadAddress; post: PostToSlack; sleep: Sleep }

/**
 * Posts to the current address of a channel. Where the address is gone the secret is read
 * again, since a new one may just have been stored.
 */
const postToChannel = async (
  channel: string,
  message: SlackMessage,
  known: Gone | null,
  { addressOf, post }: SlackPorts,
  within?: number,
): Promise<Outcome> => {
  let gone = known
  for (const forceRefresh of [false, true]) {
    const address = await addressOf(channel, { forceRefresh })
    if (address === null) gone = noAddress
    else if (address.fingerprint !== gone?.fingerprint) {
      const outcome = outcomeOf(await post(address.url, message, within), address)
      if (outcome.kind !== 'gone') return outcome
      gone = outcome.gone
    }
  }
  return { kind: 'gone', gone: gone ?? noAddress }
}

/** Only of a secret's shape is more logged than a name: that message holds nothing of it. */
const reasonOf = (error: unknown): string => {
  if (error instanceof SecretShapeError) return error.message
  return error instanceof Error ? error.name : 'unknown'
}

const postOnce = async (
  channel: string,
  message: () => SlackMessage,
  known: Gone | null,
  ports: SlackPorts,
  within?: number,
): Promise<Outcome> => {
  try {
    return await postToChannel(channel, message(), known, ports, within)
  } catch (error) {
    return { kind: 'failed', reason: reasonOf(error) }
  }
}

/** How often a part that is wanted now is posted. */
const tries = { throttled: 3, failed: 3 }

/** The way to Slack channels. */
export const slackOutlet = (ports: SlackPorts, wording: AlertWording): Outlet => ({
  interval,
  isGathering: false,
  hasRoomFor: ({ messages: [message] }) => slackHasRoomFor(message, wording),
  send: (channel, { messages: [message] }, known, within) =>
    postOnce(channel, () => renderSlack(message, wording), known, ports, within),
  sendWhole: (channel, message) =>
    inParts(renderSlackWhole(message, wording), async (part, index) => {
      if (index > 0) await ports.sleep(interval)
      return patiently(() => postOnce(channel, () => part, null, ports), ports.sleep, tries)
    }),
})
