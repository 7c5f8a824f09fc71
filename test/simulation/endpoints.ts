import { Webhook } from '../../lib/webhooks/webhook-settings.ts'
import type { Draws } from '../../local/workforce-service/organisation/random.ts'
import { someKinds } from './alert-rules.ts'
import { aNarrowWhere } from './narrow-rules.ts'

/**
 * The endpoints of a run: one of some types, one that is told little, in order, of some people, and one
 * that has everything.
 */
export const someEndpoints = (draws: Draws): Webhook[] =>
  [
    {
      name: 'payroll',
      events: ['clocked-in', 'clocked-out', 'clocking-amended', 'clocking-removed'],
      ordered: draws.chance(0.3),
    },
    { name: 'rota', where: { jobTitles: ['nurse'] }, payload: 'thin', ordered: true },
    { name: 'archive', ordered: draws.chance(0.5) },
  ].map((endpoint) =>
    Webhook.parse({
      ...endpoint,
      url: `https://${endpoint.name}.example.org/attendance`,
      show: draws.pick(['opaque', 'category']),
      timeoutSeconds: draws.pick([5, 15, 30]),
    }),
  )

/** One that is told of some kinds of absences alone. */
export const anEndpointByKind = (draws: Draws): Webhook =>
  Webhook.parse({
    name: 'leave',
    url: 'https://leave.example.org/attendance',
    where: { absenceTypes: someKinds(draws) },
    show: draws.pick(['category', 'full']),
    ordered: draws.chance(0.5),
  })

/** One that is told of some people, or some hours, alone. */
export const aNarrowEndpoint = (draws: Draws, ids: readonly string[]): Webhook =>
  Webhook.parse({
    name: 'door',
    url: 'https://door.example.org/attendance',
    where: aNarrowWhere(draws, ids),
    show: draws.pick(['opaque', 'category']),
    ordered: draws.chance(0.5),
  })
