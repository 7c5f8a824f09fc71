import { inParts } from '../sending/in-parts.ts'
import type { Outcome, Outlet } from '../sending/outlet.ts'
import { patiently } from '../sending/patiently.ts'
import type { AlertWording } from '../wording/wording.ts'
import { type Mail, mailHasRoomFor, renderMail, renderMailWhole } from './render.ts'

/** One mail a minute is enough for anybody; SNS suspends a subscription above 10 a second. */
const interval = 60_000

/** Sends a mail to an audience. Never throws. */
export type SendMail = (audience: string, mail: Mail) => Promise<Outcome>

/** What SNS and SES call a mail that they would not take at another try either. */
const refusals = [
  'InvalidParameterException',
  'InvalidParameterValueException',
  'BadRequestException',
  'MessageRejected',
]

/** What they call it where they were asked too often; SES also where a day's mails are used up. */
const throttles = ['TooManyRequestsException', 'ThrottlingException', 'ThrottledException']
/** After which they are asked again, in milliseconds: SES takes so many mails a second. */
const soon = 2_000

/** The outcome of a call that sends a mail; of an error no more than its name is logged. */
export const outcomeOf = async (sending: () => Promise<unknown>): Promise<Outcome> => {
  try {
    await sending()
    return { kind: 'sent' }
  } catch (error) {
    const reason = error instanceof Error ? error.name : 'unknown'
    if (throttles.includes(reason)) return { kind: 'throttled', retryAfter: soon }
    return { kind: refusals.includes(reason) ? 'refused' : 'failed', reason }
  }
}

/** An audience may be called `constructor`, and is there only where the settings have it. */
export const ofAudience = <T>(all: Record<string, T>, audience: string): T | undefined =>
  Object.hasOwn(all, audience) ? all[audience] : undefined

export const noSuchAudience: Outcome = { kind: 'failed', reason: 'no such audience' }

/**
 * How often a mail that is wanted now is sent: where SES throttles, each time goes on from there. One that fails has been
 * tried again by the client.
 */
const tries = { throttled: 8, failed: 1 }

/** The way to mailboxes: several groups go into one mail. */
export const emailOutlet = (
  sendMail: SendMail,
  organisation: string,
  wording: AlertWording,
  sleep: (milliseconds: number) => Promise<void>,
): Outlet => ({
  interval,
  isGathering: true,
  hasRoomFor: (mailing) => mailHasRoomFor(mailing, wording),
  send: (audience, mailing) => sendMail(audience, renderMail(mailing, wording, organisation)),
  sendWhole: (audience, message) =>
    inParts(renderMailWhole(message, wording, organisation), (mail) =>
      patiently(() => sendMail(audience, mail), sleep, tries),
    ),
})
