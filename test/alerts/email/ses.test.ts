import { SESv2Client } from '@aws-sdk/client-sesv2'
import { describe, expect, onTestFinished, test } from 'vitest'
import { emailOutlet } from '../../../lib/alerts/email/outlet.ts'
import { mailThroughSes } from '../../../lib/alerts/email/ses.ts'
import { english } from '../../../lib/alerts/wording/en.ts'
import { type Behaviour, raw, silent, startService } from '../../workforce/service.ts'

const people = Array.from({ length: 120 }, (_, n) => `person${n}@example.org`)

/** A way to mailboxes through a real client and a server that answers as told. */
const startSes = async (behaviour: Behaviour, organisation = 'Harbour "Grand" Hotel') => {
  const service = await startService(behaviour)
  const ses = new SESv2Client({
    region: 'eu-west-1',
    endpoint: service.url,
    credentials: { accessKeyId: 'x', secretAccessKey: 'y' },
    maxAttempts: 1,
    requestHandler: { requestTimeout: 300, throwOnRequestTimeout: true },
  })
  onTestFinished(() => ses.destroy())
  const audiences = {
    managers: ['a@b.example', 'c@d.example'],
    few: people.slice(0, 8),
    all: people,
  }
  const refused: [audience: string, count: number, reason: string][] = []
  const clock = { now: 0 }
  const sleep = async (milliseconds: number) => {
    clock.now += milliseconds
  }
  const send = mailThroughSes(
    { ses, now: () => clock.now, onRefusedAddresses: (...which) => void refused.push(which) },
    'attendance@example.org',
    organisation,
    audiences,
  )
  return { service, refused, clock, outlet: emailOutlet(send, organisation, english, sleep) }
}
const mailing = {
  messages: [{ headline: ['<b>Ada</b> & Bo clocked in'], sections: [] }] as const,
  counts: ['2 people clocked in'],
}
const accepted = raw('{"MessageId":"1"}')
const refusing =
  (name: string, status: number): Behaviour =>
  (response) => {
    response.writeHead(status, { 'x-amzn-errortype': name, 'content-type': 'application/json' })
    response.end('{"message":"no"}')
  }

describe('a mail through SES', () => {
  test('goes in plain text and HTML to the audience, of whom nobody sees the others', async () => {
    const { service, outlet } = await startSes(accepted)
    expect(await outlet.send('managers', mailing, null)).toEqual({ kind: 'sent' })
    expect(service.seen.map(({ path }) => path)).toEqual(['/v2/email/outbound-emails'])
    const mail = JSON.parse(service.seen[0]?.body ?? '')
    expect(mail).toMatchObject({
      FromEmailAddress: '"Harbour  Grand  Hotel" <attendance@example.org>',
      Destination: { BccAddresses: ['a@b.example', 'c@d.example'] },
    })
    const { Subject, Body } = mail.Content.Simple
    expect(Subject.Data).toBe('<b>Ada</b> & Bo clocked in - Harbour "Grand" Hotel')
    expect(Body.Text).toEqual({ Data: '<b>Ada</b> & Bo clocked in', Charset: 'UTF-8' })
    expect(Body.Html.Data).toContain('<strong>&lt;b&gt;Ada&lt;/b&gt; &amp; Bo clocked in</strong>')
  })

  test('goes to fifty at a time', async () => {
    const { service, outlet } = await startSes(accepted)
    expect(await outlet.send('all', mailing, null)).toEqual({ kind: 'sent' })
    const sent = service.seen.map(({ body }) => JSON.parse(body).Destination.BccAddresses)
    expect(sent.map(({ length }) => length)).toEqual([50, 50, 20])
    expect(sent.flat()).toEqual(people)
  })

  test('reaches all others where SES refuses some addresses, and says how many these are', async () => {
    const bad = ['person3@example.org', 'person110@example.org']
    const { service, refused, outlet } = await startSes((response, request) => {
      const isBad = bad.some((each) => request.body.includes(`"${each}"`))
      return (isBad ? refusing('MessageRejected', 400) : accepted)(response, request)
    })
    expect(await outlet.send('all', mailing, null)).toEqual({ kind: 'sent' })
    const reached = service.seen
      .map(({ body }) => JSON.parse(body).Destination.BccAddresses)
      .filter((addresses) => !bad.some((each) => addresses.includes(each)))
    expect(reached.flat().toSorted()).toEqual(
      people.filter((each) => !bad.includes(each)).toSorted(),
    )
    expect(refused).toEqual([['all', 2, 'MessageRejected']])
  })

  test('is refused where SES refuses it to everybody', async () => {
    const { service, refused, outlet } = await startSes(refusing('MessageRejected', 400))
    expect(await outlet.send('managers', mailing, null)).toMatchObject({ kind: 'refused' })
    expect(service.seen).toHaveLength(3)
    expect(refused).toEqual([])
  })

  test('has a sender without a name where that cannot be written in ASCII', async () => {
    const { service, outlet } = await startSes(accepted, '病院')
    await outlet.send('managers', mailing, null)
    expect(JSON.parse(service.seen[0]?.body ?? '').FromEmailAddress).toBe('attendance@example.org')
  })

  test.each<[string, Behaviour, object]>([
    ['refuses', refusing('MessageRejected', 400), { kind: 'refused', reason: 'MessageRejected' }],
    [
      'is told to pause',
      refusing('SendingPausedException', 400),
      { kind: 'failed', reason: 'SendingPausedException' },
    ],
    [
      'is asked too often',
      refusing('TooManyRequestsException', 429),
      { kind: 'throttled', retryAfter: 2_000 },
    ],
    [
      'has no mails left for today',
      refusing('ThrottlingException', 400),
      { kind: 'throttled', retryAfter: 2_000 },
    ],
    ['never answers', silent, { kind: 'failed', reason: 'TimeoutError' }],
  ])('that SES %s has one outcome, which names nobody', async (_what, behaviour, outcome) => {
    const { outlet } = await startSes(behaviour)
    expect(await outlet.send('managers', mailing, null)).toEqual(outcome)
  })

  test('to an audience that the settings do not have goes nowhere', async () => {
    const { service, outlet } = await startSes(accepted)
    expect(await outlet.send('constructor', mailing, null)).toEqual({
      kind: 'failed',
      reason: 'no such audience',
    })
    expect(service.seen).toEqual([])
  })
})

/** SES that takes so many calls and then throttles, until it is asked for so many more, and refuses any mail to some. */
const startBusySes = async (...bad: string[]) => {
  let left = 0
  const got: string[] = []
  const world = await startSes((response, request) => {
    const { Destination } = JSON.parse(request.body)
    const to: string[] = Destination.BccAddresses
    left -= 1
    if (left < 0) return refusing('TooManyRequestsException', 429)(response, request)
    if (to.some((each) => bad.includes(each)))
      return refusing('MessageRejected', 400)(response, request)
    got.push(...to)
    return accepted(response, request)
  })
  const send = async (calls: number, headline = 'Ada clocked in at 09:00') => {
    left = calls
    const message = { headline: [headline], sections: [] }
    const { kind } = await world.outlet.send('few', { messages: [message], counts: ['x'] }, null)
    return kind
  }
  return { ...world, got, send }
}
const [one = '', ...others] = people.slice(0, 8)
const last = others.at(-1) ?? ''

describe('a mail that SES throttles', () => {
  test('goes on from there at its next try, to nobody twice, though an address is refused', async () => {
    const { got, refused, send } = await startBusySes(one)
    const outcomes = [await send(3), await send(2), await send(3)]
    expect(outcomes).toEqual(['throttled', 'throttled', 'sent'])
    expect(got.toSorted()).toEqual(others)
    expect(refused).toEqual([['few', 1, 'MessageRejected']])
  })

  test('goes to all from the beginning where it says something else by then', async () => {
    const { got, send } = await startBusySes(last)
    expect(await send(2)).toBe('throttled')
    expect(got).toHaveLength(4)
    expect(await send(20, 'Ada and Bo clocked in')).toBe('sent')
    expect(got.slice(4).toSorted()).toEqual(people.slice(0, 7))
  })

  test('is another mail in the same words an hour later', async () => {
    const { got, clock, send } = await startBusySes(last)
    await send(2)
    expect(got).toHaveLength(4)
    clock.now += 3_600_000
    expect(await send(20)).toBe('sent')
    expect(got.slice(4).toSorted()).toEqual(people.slice(0, 7))
  })
})

describe('who was refused a mail', () => {
  test('is asked alone at the next one, which all others get at once', async () => {
    const { service, got, send } = await startBusySes(one)
    expect(await send(20)).toBe('sent')
    const before = service.seen.length
    expect(await send(2, 'Bo clocked in')).toBe('sent')
    const sent = service.seen.slice(before).map(({ body }) => JSON.parse(body).Destination)
    expect(sent).toEqual([{ BccAddresses: others }, { BccAddresses: [one] }])
    expect(got).toHaveLength(14)
  })

  test('also where that mail was interrupted, and the next one says more', async () => {
    const { got, send } = await startBusySes(one)
    expect(await send(4)).toBe('throttled')
    expect(got).toEqual([])
    expect(await send(2, 'Bo clocked in')).toBe('sent')
    expect(got).toEqual(others)
  })

  test('gets the next one together with the others where all were', async () => {
    const bad = [...people.slice(0, 8)]
    const { service, send } = await startBusySes(...bad)
    expect(await send(20)).toBe('refused')
    bad.length = 0
    const before = service.seen.length
    await send(1, 'Bo clocked in')
    expect(JSON.parse(service.seen[before]?.body ?? '').Destination.BccAddresses).toHaveLength(8)
  })
})
