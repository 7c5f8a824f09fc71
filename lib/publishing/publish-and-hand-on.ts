import type { Publication, Publish, TopicMessage } from './topic.ts'

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

/** Of so many events is remembered that only the first took them: a few megabytes. */
const mostTaken = 20_000

/** The ids of what the first publisher took and the second did not, as far as this process knows. */
const createTaken = () => {
  const ids = new Set<string>()
  return {
    has: (id: string): boolean => ids.has(id),
    add: (id: string): void => {
      ids.add(id)
      const [oldest] = ids
      if (ids.size > mostTaken && oldest !== undefined) ids.delete(oldest)
    },
    delete: (id: string): void => {
      ids.delete(id)
    },
  }
}

/** After so many tries in a row that were not answered, the second publisher is left alone for a while. */
const mostSilences = 3
/** For so many milliseconds. */
const leftAloneFor = 60_000

/** Says whether the second publisher is to be asked: one that hangs must not take the time of the first. */
const createPatience = (now: () => number) => {
  let silences = 0
  let until = 0
  return {
    isOver: (): boolean => now() < until,
    note: ({ acknowledged, isUnanswered = false }: Publication): void => {
      silences = isUnanswered && acknowledged.size === 0 ? silences + 1 : 0
      if (silences < mostSilences) return
      silences = 0
      until = now() + leftAloneFor
    },
  }
}

const nothing: Publication = { acknowledged: new Set(), failures: [] }

/**
 * Publishes, and hands on what was taken, of each employee without a gap, so that the second publisher sees their events in
 * order: an event counts as acknowledged once both took it. What the second does not take is not published by the
 * first again, as long as this process remembers; nor does a second that fails hold up the first.
 * @param now the clock of the machines
 */
export const publishAndHandOn = <Message extends TopicMessage>(
  first: Publish<Message>,
  second: Publish<Message>,
  now: () => number = Date.now,
): Publish<Message> => {
  const taken = createTaken()
  const patience = createPatience(now)
  const handOn = async (entries: readonly Message[], within?: number): Promise<Publication> => {
    if (entries.length === 0 || patience.isOver()) return nothing
    const publication = await second(entries, within)
    patience.note(publication)
    for (const id of publication.acknowledged) taken.delete(id)
    return publication
  }
  return async (entries, within, onHeard = () => {}) => {
    const fresh = entries.filter(({ id }) => !taken.has(id))
    const one = fresh.length === 0 ? nothing : await first(fresh, within, onHeard)
    if (one.isUnanswered !== true) onHeard()
    for (const id of one.acknowledged) taken.add(id)
    const isFresh = new Set(fresh.map(({ id }) => id))
    const ofFirst = new Set(
      entries.map(({ id }) => id).filter((id) => !isFresh.has(id) || one.acknowledged.has(id)),
    )
    const two = await handOn(leading(entries, ofFirst), within)
    const failures = [...one.failures, ...two.failures]
    const { isUnanswered = false } = one
    return { acknowledged: two.acknowledged, failures, ...(isUnanswered && { isUnanswered }) }
  }
}
