import { sideBySide } from '../../platform/side-by-side.ts'
import type { DeliveryStore } from '../../store/deliveries/delivery-store.ts'
import type { Waiting } from '../../store/deliveries/waiting.ts'
import { broughtBy } from '../follow-ups/early-followers.ts'
import type { DuePorts, Saying } from '../sending/send-due.ts'
import type { Aside } from './aside.ts'
import type { AdditionPorts } from './batch-additions.ts'
import { addOriginalsFirst, onceMore } from './once-more.ts'
import { keptEvent } from './queue-message.ts'
import type { SendWake } from './wakes.ts'

/** What taking letters back needs from outside. */
type TakingBackPorts = Omit<AdditionPorts, 'deliveries'> &
  DuePorts & { deliveries: Pick<DeliveryStore, 'add'>; wake: SendWake }

/** Hundreds may be moved back at once, and of a run that takes too long for them all come back: so many are taken side by side. */
const concurrently = 16

/** What of a destination has followed on what was put aside, and was perhaps sent without it. */
const followedOn = async (
  { aside: destination, waiting }: Aside,
  ports: TakingBackPorts,
  settings: Saying,
): Promise<Waiting[]> => {
  const followed: Waiting[] = []
  // What cannot be noted for another destination is no matter of this letter.
  const destinations = new Set([destination].filter((each) => settings.destinations.has(each)))
  for (const { event } of waiting) {
    const original = keptEvent(event)
    if (original === null) continue
    const now = ports.now()
    const brought = await broughtBy(original, { ...settings, destinations }, ports, now)
    followed.push(...brought.flatMap((each) => onceMore(each, now)).map((each) => each.waiting))
  }
  return followed
}

/**
 * What was put aside waits again, with what followed on it, so that nobody reads of the end first and is left with
 * what it ended; and its destination is looked at.
 * @param failed gets the ids of those that come back
 */
export const takeBack = async (
  letters: readonly { id: string; aside: Aside }[],
  ports: TakingBackPorts,
  settings: Saying,
  failed: Set<string>,
): Promise<void> => {
  const attempt = async (
    ids: readonly string[],
    destination: string,
    work: () => Promise<void>,
  ): Promise<string[]> => {
    try {
      await work()
      return [destination]
    } catch (error) {
      for (const id of ids) failed.add(id)
      ports.onProblem(destination, error)
      return []
    }
  }
  const back = await sideBySide(concurrently, letters, ({ id, aside }) =>
    attempt([id], aside.aside, async () => {
      const followed = await followedOn(aside, ports, settings)
      await addOriginalsFirst(ports.deliveries, aside.aside, [...aside.waiting, ...followed])
    }),
  )
  for (const destination of new Set(back.flat())) {
    const theirs = letters.filter(({ aside }) => aside.aside === destination)
    await attempt(
      theirs.map(({ id }) => id),
      destination,
      () => ports.wake(destination, ports.machineNow()),
    )
  }
}
