import { expect } from 'vitest'
import type { AttendanceEvent } from '../../lib/attendance/events/events.ts'
import { second, utc } from '../../lib/attendance/moments.ts'
import { deliveryOf } from '../../lib/webhooks/receiving/delivery-of.ts'
import { aClockIn, anEvent, clocking } from '../alerts/support/events.ts'
import { anId } from '../harness/builders.ts'
import { type StartWorld, test } from './support/webhook-test.ts'
import type { WebhookWorld } from './support/webhook-world.ts'

const idOf = (sequence: number) => anId(900 + sequence, 9)
const ofAmina = (world: WebhookWorld, sequence: number) =>
  anEvent('clocked-in', { clocking }, { id: idOf(sequence), sequence, time: utc(world.now()) })

/** An endpoint at which more people wait than are posted of at once; Amina is the last of them, with her third event. */
const crowded = async (start: StartWorld) => {
  const world = await start({ name: 'ordered', ordered: true })
  const [webhook] = world.webhooks
  if (webhook === undefined) throw new Error('There is no endpoint')
  /** As another run does, which has not the turn. */
  const keep = async (event: AttendanceEvent, now = world.now()) => {
    const delivery = deliveryOf(event, webhook, 'UTC', now)
    if (delivery !== null) await world.ports.deliveries.accept('ordered', delivery)
  }
  for (let n = 2; n <= 20; n++) await keep(aClockIn(n, utc(world.now())))
  await keep(ofAmina(world, 3))
  const look = async () => {
    world.send('ordered', { webhook: 'wake', at: null })
    await world.run(world.now() + 10 * second)
  }
  return { world, look, keep, ...world.receiver('ordered') }
}

const aminas = (received: readonly { id: string; body: Record<string, unknown> }[]) =>
  received.flatMap(({ id, body }) => (body['subject'] === anId(1) ? [id] : []))

test('what another run keeps while a turn works goes before what comes after it', async ({
  start,
}) => {
  const { world, look, keep, behaveAs, received, refused } = await crowded(start)
  let kept: Promise<unknown> | null = null
  behaveAs((response) => {
    kept ??= Promise.all([2, 1, 4].map((n) => keep(ofAmina(world, n))))
    void kept.then(() => response.writeHead(204).end())
  })
  await look()
  expect(aminas(received)).toEqual([1, 2, 3, 4].map(idOf))
  expect(refused).toEqual([])
})

test('likewise what a run keeps whose clock is a little off', async ({ start }) => {
  const { world, look, keep, behaveAs, received } = await crowded(start)
  let kept: Promise<unknown> | null = null
  behaveAs((response) => {
    kept ??= Promise.all([
      keep(ofAmina(world, 2), world.now() + 4 * second),
      keep(ofAmina(world, 1), world.now() - 4 * second),
    ])
    void kept.then(() => response.writeHead(204).end())
  })
  await look()
  expect(aminas(received)).toEqual([1, 2, 3].map(idOf))
})

test('what is kept meanwhile and refused holds back what comes after it', async ({ start }) => {
  const { world, look, keep, behaveAs, received, refused } = await crowded(start)
  let kept: Promise<unknown> | null = null
  behaveAs((response, { headers }) => {
    kept ??= keep(ofAmina(world, 1))
    const isRefused = headers['webhook-id'] === idOf(1) && refused.length === 0
    void kept.then(() => response.writeHead(isRefused ? 500 : 204).end())
  })
  await look()
  expect(refused.map(({ id }) => id)).toEqual([idOf(1)])
  expect(aminas(received)).toEqual([1, 3].map(idOf))
})
