import { type SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2'
import { hour } from '../../attendance/moments.ts'
import type { Outcome } from '../sending/outlet.ts'
import { asAscii, isPrintableAscii } from './ascii.ts'
import { noSuchAudience, ofAudience, outcomeOf, type SendMail } from './outlet.ts'
import type { Mail } from './render.ts'

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

const inHalf = (addresses: readonly string[]): string[][] => {
  const middle = Math.ceil(addresses.length / 2)
  return [addresses.slice(0, middle), addresses.slice(middle)]
}

/** What mails through SES need from outside. */
type SesPorts = {
  ses: Pick<SESv2Client, 'send'>
  /** Epoch milliseconds. */
  now: () => number
  /** Told of how many addresses of an audience SES refuses, and why, while it takes the mail for the others. */
  onRefusedAddresses: (audience: string, count: number, reason: string) => void
}

type Refused = Extract<Outcome, { kind: 'refused' }>

/** How an audience is asked, and how far a mail to it came that was interrupted. */
type Progress = {
  /** Which mail that is, and when it was begun; later the same words may say something new. */
  mail: string
  begunAt: number
  /** Its addresses in the order in which they are sent to, all of one list at once. */
  lists: string[][]
  /** How many of the lists are through, and who of them is refused. */
  done: number
  refused: { address: string; outcome: Refused }[]
}

/** For how long an interrupted mail is gone on with, in milliseconds. */
const resumedFor = hour

/** A mail's beginning: who was refused the last one is asked alone, at the end, so that the others get theirs at once. */
const begin = (
  mail: string,
  begunAt: number,
  addresses: readonly string[],
  apart: ReadonlySet<string>,
): Progress => ({
  mail,
  begunAt,
  lists: [
    ...inBatches(addresses.filter((each) => !apart.has(each))),
    ...addresses.filter((each) => apart.has(each)).map((each) => [each]),
  ],
  done: 0,
  refused: [],
})

/**
 * Goes on with a mail until all addresses have been asked. What SES refuses to several is halved until only what is refused is left.
 * @returns null, or why it cannot go on
 */
const goOn = async (
  progress: Progress,
  sendTo: (addresses: readonly string[]) => Promise<Outcome>,
): Promise<Outcome | null> => {
  for (;;) {
    const { lists, done, refused } = progress
    const list = lists[done]
    const [address] = list ?? []
    if (list === undefined || address === undefined) return null
    const outcome = await sendTo(list)
    if (outcome.kind === 'refused' && list.length > 1) {
      lists.splice(done, 1, ...inHalf(list))
      continue
    }
    if (outcome.kind === 'refused') refused.push({ address, outcome })
    else if (outcome.kind !== 'sent') return outcome
    progress.done += 1
  }
}

/**
 * Mails through SES, in plain text and HTML. Nobody sees who else gets one. One address that SES does not like, as where it
 * has not been verified, keeps nothing from the others. Where SES throttles or fails in between, the next try of the same mail goes on from there,
 * as long as this process lives; another process sends it to all again: twice is better than never.
 */
export const mailThroughSes = (
  { ses, now, onRefusedAddresses }: SesPorts,
  from: string,
  organisation: string,
  audiences: AudienceAddresses,
): SendMail => {
  const sender = senderOf(organisation, from)
  const interrupted = new Map<string, Progress>()
  const refusedLast = new Map<string, ReadonlySet<string>>()

  const sending =
    ({ subject, body, html }: Mail) =>
    (some: readonly string[]): Promise<Outcome> =>
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

  return async (audience, mail) => {
    const addresses = ofAudience(audiences, audience)
    if (addresses === undefined) return noSuchAudience
    const words = `${mail.subject}\n${mail.body}`
    const before = interrupted.get(audience)
    const isSame = before?.mail === words && now() - before.begunAt < resumedFor
    const known = refusedLast.get(audience) ?? new Set()
    const progress = isSame ? before : begin(words, now(), addresses, known)
    interrupted.set(audience, progress)
    const outcome = await goOn(progress, sending(mail))
    const { refused } = progress
    const apart = refused.map(({ address }) => address)
    if (outcome !== null) {
      refusedLast.set(audience, new Set([...known, ...apart]))
      return outcome
    }
    interrupted.delete(audience)
    const [first] = refused
    const isForAll = refused.length === addresses.length
    refusedLast.set(audience, new Set(isForAll ? [] : apart))
    if (first === undefined) return { kind: 'sent' }
    if (isForAll) return first.outcome
    onRefusedAddresses(audience, refused.length, first.outcome.reason)
    return { kind: 'sent' }
  }
}
