import { type SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2'
import type { Outcome } from '../sending/outlet.ts'
import { asAscii, isPrintableAscii } from './ascii.ts'
import { noSuchAudience, ofAudience, outcomeOf, type SendMail } from './outlet.ts'

/** SES takes no more addresses of one mail. */
const maxAddresses = 50

/** The addresses of each audience, by name. */
export type AudienceAddresses = Record<string, string[]>

/** The sender with a name, where that can be written in ASCII, less what would end its quotes. */
const senderOf = (organisation: string, from: string): string => {
  const named = asAscii(organisation).replace(/["\\]/g, ' ')
  return isPrintableAscii(named) ? `"${named}" <${from}>` : from
}

const inBatches = (addresses: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(addresses.length / maxAddresses) }, (_, n) =>
    addresses.slice(n * maxAddresses, (n + 1) * maxAddresses),
  )

const utf8 = (text: string) => ({ Data: text, Charset: 'UTF-8' })

/** Told of how many addresses of an audience SES refuses, and why, while it takes the mail for the others. */
export type OnRefusedAddresses = (audience: string, count: number, reason: string) => void

/**
 * Mails through SES, in plain text and HTML. Nobody sees who else gets one. Where an audience
 * takes several mails and one of them fails, all are sent again: twice is better than never. Where SES refuses a mail to
 * several, each of them gets their own: one address that it does not like, as where it has not been verified, keeps nothing from
 * the others.
 */
export const mailThroughSes =
  (
    ses: Pick<SESv2Client, 'send'>,
    from: string,
    organisation: string,
    audiences: AudienceAddresses,
    onRefusedAddresses: OnRefusedAddresses,
  ): SendMail =>
  async (audience, { subject, body, html }) => {
    const addresses = ofAudience(audiences, audience)
    if (addresses === undefined) return noSuchAudience
    const sender = senderOf(organisation, from)
    const sendTo = (some: readonly string[]): Promise<Outcome> =>
      outcomeOf(() =>
        ses.send(
          new SendEmailCommand({
            FromEmailAddress: sender,
            Destination: { BccAddresses: [...some] },
            Content: {
              Simple: {
                Subject: utf8(subject),
                Body: { Text: utf8(body), Html: utf8(html) },
              },
            },
          }),
        ),
      )
    const refused: Extract<Outcome, { kind: 'refused' }>[] = []
    const waiting = inBatches(addresses)
    for (let batch = waiting.shift(); batch !== undefined; batch = waiting.shift()) {
      const outcome = await sendTo(batch)
      if (outcome.kind === 'refused' && batch.length > 1)
        waiting.unshift(...batch.map((each) => [each]))
      else if (outcome.kind === 'refused') refused.push(outcome)
      else if (outcome.kind !== 'sent') return outcome
    }
    const [first] = refused
    if (first === undefined) return { kind: 'sent' }
    if (refused.length === addresses.length) return first
    onRefusedAddresses(audience, refused.length, first.reason)
    return { kind: 'sent' }
  }
