import type { Publication, Publish, TopicMessage } from './publication.ts'

/** So many events go out at once: in full batches but for the last. */
const plenty = 50
/** Nobody waits longer for others than so many milliseconds. */
const patience = 200

/** Waits for some milliseconds. @throws the signal's reason, when it is aborted */
export type Wait = (milliseconds: number, signal: AbortSignal) => Promise<void>

type Call<Message> = {
  entries: readonly Message[]
  within: number | undefined
  settle: (publication: Promise<Publication>) => void
}

/** What became of some entries of a publication. */
const shareOf = (
  entries: readonly { id: string }[],
  { acknowledged, failures, ...rest }: Publication,
): Publication => {
  const ids = new Set(entries.map(({ id }) => id))
  return {
    ...rest,
    acknowledged: new Set([...acknowledged].filter((id) => ids.has(id))),
    failures: new Map([...failures].filter(([id]) => ids.has(id))),
  }
}

/** The shortest time that any of some calls has; undefined where none says. */
const shortest = (calls: readonly Pick<Call<TopicMessage>, 'within'>[]): number | undefined => {
  const times = calls.flatMap(({ within }) => within ?? [])
  return times.length === 0 ? undefined : Math.min(...times)
}

/**
 * Gathers what many have to publish at about the same time, so that SNS is called once for ten events,
 * not for every employee: an event waits until there are plenty, or until nobody else can bring any,
 * for a moment at most. Of each, the events stay together and in order.
 * @returns runs the work of one of them, with what it publishes by
 */
export const gatherPublications = <Message extends TopicMessage>(
  publish: Publish<Message>,
  wait: Wait,
) => {
  let atWork = 0
  let atSns = 0
  let waiting: Call<Message>[] = []
  let pause: AbortController | null = null

  const send = async (calls: readonly Call<Message>[]): Promise<void> => {
    atSns += calls.length
    const publication = publish(
      calls.flatMap(({ entries }) => entries),
      shortest(calls),
    )
    for (const call of calls) call.settle(publication.then((all) => shareOf(call.entries, all)))
    await publication.catch(() => undefined)
    atSns -= calls.length
  }

  const sendAll = (): void => {
    pause?.abort()
    pause = null
    const calls = waiting
    waiting = []
    if (calls.length > 0) void send(calls)
  }

  const sendWhereAble = (): void => {
    const events = waiting.reduce((sum, { entries }) => sum + entries.length, 0)
    const canMoreCome = atWork > atSns + waiting.length
    if (events >= plenty || !canMoreCome) sendAll()
  }

  /** Begins to wait for others, who may be held up by what is theirs alone. */
  const waitForOthers = (): void => {
    const begun = new AbortController()
    pause = begun
    wait(patience, begun.signal).then(sendAll, () => undefined)
  }

  const publishTogether: Publish<Message> = (entries, within) =>
    new Promise((resolve) => {
      waiting.push({ entries, within, settle: resolve })
      if (pause === null) waitForOthers()
      // Whoever begins in the same moment is waited for.
      queueMicrotask(sendWhereAble)
    })

  return async <T>(work: (publish: Publish<Message>) => Promise<T>): Promise<T> => {
    atWork += 1
    try {
      return await work(publishTogether)
    } finally {
      atWork -= 1
      sendWhereAble()
    }
  }
}
