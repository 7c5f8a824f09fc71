import { utc } from '../../../lib/attendance/moments.ts'
import { anEvent, clocking } from '../../alerts/support/events.ts'
import { anId } from '../../harness/builders.ts'
import type { WebhookWorld } from './webhook-world.ts'

/** An event of Amina's by its number, which its id ends with. */
export const inOrder = (world: WebhookWorld, sequence: number) =>
  anEvent('clocked-in', { clocking }, { id: anId(sequence, 9), sequence, time: utc(world.now()) })
