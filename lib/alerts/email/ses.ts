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

const utf8 = (text: string) => ({ Data: text, Charset: 'UTF-8' })

/**
 * Mails through SES, in plain text and HTML. Nobody sees who else gets one. Where an audience
 * takes several mails and one of them fails, all are sent again: twice is better than never.
 */
export const mailThroughSes =
  (
    ses: Pick<SESv2Client, 'send'>,
    from: string,
    organisation: string,
    audiences: AudienceAddresses,
  ): SendMail =>
  async (audience, { subject, body, html }) => {
    const addresses = ofAudience(audiences, audience)
    if (addresses === undefined) return noSuchAudience
    const sender = senderOf(organisation, from)
    let outcome: Outcome = { kind: 'sent' }
    for (let start = 0; start < addresses.length && outcome.kind === 'sent'; start += maxAddresses)
      outcome = await outcomeOf(() =>
        ses.send(
          new SendEmailCommand({
            FromEmailAddress: sender,
            Destination: { BccAddresses: addresses.slice(start, start + maxAddresses) },
            Content: {
              Simple: {
                Subject: utf8(subject),
                Body: { Text: utf8(body), Html: utf8(html) },
              },
            },
          }),
        ),
      )
    return outcome
  }
