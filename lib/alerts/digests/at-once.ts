import { readSavedState } from '../../store/saved-state.ts'
import { type Destination, destinationKey } from '../rules/destinations.ts'
import type { Outcome } from '../sending/outlet.ts'
import { type Message, titled } from '../wording/message.ts'
import { freshnessOf } from './freshness.ts'
import { type RollCall, rollCallOf } from './roll-call-message.ts'
import type { DigestPorts, DigestSettings } from './send-digest.ts'

/** What became of a message that was wanted now; `reason` where it was not sent. */
export type Sent = { destination: string; outcome: Outcome['kind']; reason?: string }

const reasonOf = (outcome: Outcome): string | undefined => {
  switch (outcome.kind) {
    case 'sent':
      return undefined
    case 'gone':
      return outcome.gone.reason
    case 'throttled':
      return 'throttled'
    case 'refused':
    case 'failed':
      return outcome.reason
  }
}

const report = (destination: Destination, outcome: Outcome, ports: DigestPorts): Sent => {
  const reason = reasonOf(outcome)
  if (outcome.kind === 'sent') ports.onSent(destination)
  else if (outcome.kind === 'gone') ports.onGone(destination, outcome.gone.reason)
  else if (outcome.kind === 'refused') ports.onRefused(destination, outcome.reason)
  else ports.onFailed(destination, reason ?? outcome.kind)
  return {
    destination: destinationKey(destination),
    outcome: outcome.kind,
    ...(reason !== undefined && { reason }),
  }
}

/**
 * Sends to all destinations at once. It waits for nobody's turn and keeps no pace but Slack's: it is
 * wanted now.
 */
const sendAtOnce = (
  destinations: readonly Destination[],
  messageFor: (destination: Destination) => Message,
  ports: DigestPorts,
): Promise<Sent[]> =>
  Promise.all(
    destinations.map(async (destination) => {
      const { sendWhole } = ports.outlets[destination.kind]
      return report(destination, await sendWhole(destination.name, messageFor(destination)), ports)
    }),
  )

/** Takes a roll call, and sends it to all destinations at once. */
export const sendRollCall = async (
  destinations: readonly Destination[],
  ports: DigestPorts,
  { asking, pace, wording }: DigestSettings,
): Promise<RollCall & { outcomes: Sent[] }> => {
  const now = ports.now()
  const saved = await readSavedState(ports)
  const freshness = freshnessOf(saved, pace, now, false)
  const reading = { now, zone: asking.workday.timeZone }
  const about = { ...asking, now, zone: reading.zone, show: 'opaque' as const }
  const rollCall = rollCallOf(saved, freshness, about, wording, reading)
  const outcomes = await sendAtOnce(destinations, () => rollCall.message, ports)
  return { ...rollCall, outcomes }
}

/** Sends each destination a message that says no more than that it arrives. */
export const sendTest = (
  destinations: readonly Destination[],
  ports: DigestPorts,
  { wording }: Pick<DigestSettings, 'wording'>,
): Promise<Sent[]> =>
  sendAtOnce(destinations, ({ name }) => ({ ...titled(wording.test(name)), sections: [] }), ports)
