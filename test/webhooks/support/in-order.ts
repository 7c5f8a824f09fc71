import { utc } from '../../../lib/attendance/moments.ts'
import { anEvent, clocking } from '../../alerts/support/events.ts'
import { anId } from '../../harness/builders.ts'
import type { WebhookWorld } from './webhook-world.ts'

/** An event of Amina's by its number, which its id ends with. */
export const inOrder = (world: WebhookWorld, sequence: number) =>
  anEvent('clocked-in', { clocking }, { id: anId(sequence, 9), sequence, time: utc(world.now()) })

/** Which of the first four of these the endpoint `ordered` took, in order. */
export const ownIds = (world: WebhookWorld): string[] => {
  const ids = [1, 2, 3, 4].map((sequence) => anId(sequence, 9))
  const got = world.receiver('ordered').received.map(({ id }) => id)
  return got.filter((id) => ids.includes(id))
}

/** The status of what an endpoint that refuses these events answers to one. */
export const refusing =
  (...ids: string[]) =>
  (id: unknown) =>
    ids.includes(String(id)) ? 500 : 204
