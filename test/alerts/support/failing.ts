import type { Outcome } from '../../../lib/alerts/sending/outlet.ts'
import { anId } from '../../harness/builders.ts'
import type { AlertWorld } from './alert-world.ts'
import { aClockIn, anEvent, clocking } from './events.ts'
import { later, nine } from './morning.ts'

/** So many hours after nine. */
export const hours = (n: number): string => later(n * 3_600)

/** The letters of what was put aside. */
export const deadLetters = ({ dead }: AlertWorld) =>
  dead.map(({ body }) => JSON.parse(body)).filter((body) => 'aside' in body)

/** A person's clock-out after their clock-in. */
export const aClockOut = (n: number, time: string) => {
  const { data } = aClockIn(n, nine)
  const over = { ...clocking, id: anId(n, 1), employeeId: anId(n), start: nine, end: time }
  const out = { id: anId(n, 8), sequence: 2, time }
  return anEvent('clocked-out', { employee: data.employee, clocking: over }, out)
}

/** Slack fails at whatever has one of some texts, by that status, and takes everything else. */
export const failAt = (world: AlertWorld, status: 400 | 500, ...texts: RegExp[]) => {
  const tries = { all: 0, vain: 0 }
  world.slack.decide((raw) => {
    tries.all += 1
    const isBad = texts.some((text) => text.test(raw))
    if (isBad) tries.vain += 1
    return isBad ? { status } : null
  })
  return tries
}

/** Mails that name somebody have this outcome, and all others go out. */
export const failMailAbout = (world: AlertWorld, name: string, outcome: Outcome) => {
  const { email } = world.ports.outlets
  world.ports.outlets.email = {
    ...email,
    send: async (audience, mailing, known, within) =>
      JSON.stringify(mailing).includes(name)
        ? outcome
        : email.send(audience, mailing, known, within),
  }
}
