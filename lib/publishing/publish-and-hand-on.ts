import { crc32 } from 'node:zlib'
import { noneTaken, noTurn, type Publish, type TopicMessage } from './publication.ts'
import { createTakenEvents, type Taken } from './taken.ts'

/** Of each employee the entries before the first that was not acknowledged. */
const leading = <Message extends TopicMessage>(
  entries: readonly Message[],
  acknowledged: ReadonlySet<string>,
): readonly Message[] => {
  const stopped = new Set<string | undefined>()
  return entries.filter(({ id, attributes: { employeeId } }) => {
    if (!acknowledged.has(id)) stopped.add(employeeId)
    return !stopped.has(employeeId)
  })
}

/** What an event is remembered by: who is told of anew, once their item was deleted, has old ids and other numbers. */
const keyOf = ({ id, message }: TopicMessage): string => `${id} ${crc32(message)}`

/** The second has such a share of the time for both, but no more than so many milliseconds of it for itself. */
const forSecond = { share: 0.3, most: 5_000 }

/** How much of the time for both the first may take, so that what it takes can be handed on. */
const timeOfFirst = (within: number): number =>
  within - Math.min(within * forSecond.share, forSecond.most)

/**
 * Publishes, and hands on what was taken, of each employee without a gap, so that the second publisher sees their events in
 * order: an event counts as acknowledged once both took it. What one of them took is not published by it again, as long as
 * this process remembers, also where that became known only after whoever asked had given up. Nor does a second that
 * fails hold up the first.
 * @param now the clock of the machines
 */
export const publishAndHandOn = <Message extends TopicMessage>(
  first: Publish<Message>,
  second: Publish<Message>,
  now: () => number = Date.now,
): Publish<Message> => {
  const taken = createTakenEvents(now)
  const noteAmong = (entries: readonly Message[]) => {
    const keys = new Map(entries.map((entry) => [entry.id, keyOf(entry)]))
    return (ids: Iterable<string>, how: Taken): void =>
      taken.note(
        [...ids].flatMap((id) => keys.get(id) ?? []),
        how,
      )
  }
  const publishFirst: Publish<Message> = async (entries, within, { onAnswer } = {}) => {
    const note = noteAmong(entries)
    if (entries.length === 0) return noneTaken(entries, noTurn)
    const time = within === undefined ? undefined : timeOfFirst(within)
    return first(entries, time, {
      onAnswer,
      onTaken: (ids) => {
        note(ids, 'by the first')
        onAnswer?.()
      },
    })
  }
  const handOn: Publish<Message> = async (entries, within, { onTaken } = {}) => {
    const note = noteAmong(entries)
    const isTimeUp = within !== undefined && within <= 0
    if (entries.length === 0 || isTimeUp) return noneTaken(entries, noTurn)
    return second(entries, within, {
      onTaken: (ids) => {
        note(ids, 'by both')
        onTaken?.(ids)
      },
    })
  }
  return async (entries, within, heard = {}) => {
    const began = now()
    const note = noteAmong(entries)
    const known = new Map(entries.map((entry) => [entry.id, taken.of(keyOf(entry))]))
    const idsOf = (...ends: (string | null)[]) =>
      [...known].filter(([, end]) => ends.includes(end)).map(([id]) => id)
    const done = new Set(idsOf('by both'))
    heard.onTaken?.([...done])
    const fresh = entries.filter(({ id }) => known.get(id) === null)
    const one = await publishFirst(fresh, within, heard)
    if (one.isUnanswered !== true) heard.onAnswer?.()
    note(one.acknowledged, 'by the first')
    const ofFirst = new Set([...idsOf('by the first', 'by both'), ...one.acknowledged])
    const due = leading(entries, ofFirst).filter(({ id }) => !done.has(id))
    const left = within === undefined ? undefined : within - (now() - began)
    const two = await handOn(due, left, heard)
    note(two.acknowledged, 'by both')
    const { isUnanswered = false } = one
    return {
      acknowledged: new Set([...done, ...two.acknowledged]),
      failures: new Map([...one.failures, ...two.failures]),
      ...(isUnanswered && { isUnanswered }),
    }
  }
}
