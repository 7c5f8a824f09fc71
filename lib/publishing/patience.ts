import { noTurn, type Publication, type Publish, type TopicMessage } from './publication.ts'
import { isTimeOut } from './topic.ts'

/** After so many tries in a row that were not answered, nothing is tried for a while. */
const mostSilences = 3
/** For so many milliseconds. */
const leftAloneFor = 60_000
/** Who had less than so many milliseconds to answer may only be slow. */
const timeToAnswer = 5_000

/** A try: when it began, and how many milliseconds it had; undefined where it had as long as it takes. */
type Try = { began: number; within: number | undefined }

/** Says whether somebody who has not answered a few times is to be left alone. */
type Patience = {
  /** Whether to leave them alone now. */
  isOver: () => boolean
  /**
   * What became of a try. Tries that ran side by side are one: their silence says no more than one's.
   * @returns the same, but that who had too little time to answer had no turn
   */
  judge: (publication: Publication, tried: Try) => Publication
}

/**
 * Patience that is over after three tries in a row that were not answered.
 * @param now a clock, in milliseconds
 * @param pause for so many milliseconds; then there are three tries again
 */
export const createPatience = (now: () => number, pause = leftAloneFor): Patience => {
  let silences = 0
  let silentAt = Number.NEGATIVE_INFINITY
  let leftAt: number | null = null
  const note = ({ acknowledged, isUnanswered = false }: Publication, began: number): void => {
    if (acknowledged.size > 0 || !isUnanswered) silences = 0
    // A silence that is still to come is one by a clock that was put back.
    else if (began >= silentAt || silentAt > now()) {
      silences++
      silentAt = now()
    }
    if (silences < mostSilences) return
    silences = 0
    leftAt = now()
  }
  return {
    // A clock that was put back since says nothing.
    isOver: () => leftAt !== null && now() >= leftAt && now() < leftAt + pause,
    judge: (publication, { began, within = timeToAnswer }) => {
      const { acknowledged, failures } = publication
      if (within < timeToAnswer && [...failures.values()].some(isTimeOut)) {
        const told = [...failures].map(([id, reason]): [string, string] => [
          id,
          isTimeOut(reason) ? noTurn : reason,
        ])
        return { acknowledged, failures: new Map(told) }
      }
      note(publication, began)
      return publication
    },
  }
}

/** Publishes, but for a while to nobody who does not answer: what follows must not wait for them each time. */
export const leavingAlone = <Message extends TopicMessage>(
  publish: Publish<Message>,
  now: () => number,
): Publish<Message> => {
  const patience = createPatience(now)
  return async (entries, within, heard) => {
    if (patience.isOver()) return { acknowledged: new Set(), failures: new Map() }
    const began = now()
    return patience.judge(await publish(entries, within, heard), { began, within })
  }
}
