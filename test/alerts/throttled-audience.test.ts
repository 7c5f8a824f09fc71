import { expect } from 'vitest'
import { emailOutlet } from '../../lib/alerts/email/outlet.ts'
import { mailThroughSes } from '../../lib/alerts/email/ses.ts'
import { english } from '../../lib/alerts/wording/en.ts'
import { test } from './support/alert-test.ts'
import type { AlertWorld } from './support/alert-world.ts'
import { aClockIn, promptly } from './support/events.ts'
import { at, later, nine } from './support/morning.ts'

const addresses = Array.from({ length: 8 }, (_, n) => `person${n}@example.org`)
const named = (name: string) => Object.assign(new Error(name), { name })

/** Mails go through SES, which takes so many calls at a moment, and none to the last of the audience. */
const withBusySes = ({ now, ports }: AlertWorld, calls: number) => {
  const got: string[] = []
  let made = { at: 0, calls: 0 }
  const send = async ({ input }: { input: { Destination: { BccAddresses: string[] } } }) => {
    if (made.at !== now()) made = { at: now(), calls: 0 }
    made.calls += 1
    if (made.calls > calls) throw named('TooManyRequestsException')
    const to = input.Destination.BccAddresses
    if (to.includes('person7@example.org')) throw named('MessageRejected')
    got.push(...to)
    return {}
  }
  const sesPorts = { ses: { send } as never, now, onRefusedAddresses: () => undefined }
  const sending = mailThroughSes(sesPorts, 'a@example.org', 'Harbour', { managers: addresses })
  ports.outlets.email = emailOutlet(sending, 'Harbour', english, ports.sleep)
  return got
}

test.for([1, 2, 4])(
  'where SES refuses one address and takes %i calls at a moment, all others get each mail, once',
  async (calls, { start }) => {
    const world = await start(promptly({ slack: [], email: ['managers'] }))
    const got = withBusySes(world, calls)
    world.publish(aClockIn(1, nine))
    world.publish(aClockIn(2, later(600)))
    await world.run(at(59))
    expect(got.toSorted()).toEqual(addresses.slice(0, 7).flatMap((each) => [each, each]))
    expect(world.said.failed).toEqual([])
  },
)

test('so do they get a roll call, which is wanted now', async ({ start }) => {
  const world = await start(promptly({ slack: [], email: ['managers'] }))
  const got = withBusySes(world, 2)
  const message = { headline: ['1 person is in'], sections: [] }
  const outcome = await world.ports.outlets.email.sendWhole('managers', message)
  expect(outcome).toEqual({ kind: 'sent' })
  expect(got.toSorted()).toEqual(addresses.slice(0, 7))
})
