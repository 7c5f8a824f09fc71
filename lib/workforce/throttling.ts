/** Whom a request concerns: an employee's id, or the operation; null for everyone. */
export type Subject = string | null

/** Throttling is common where so many of the subjects that were answered last are throttled. */
const leastThrottled = 3
const lastSubjects = 10

type Outcome = { subject: Subject; isThrottled: boolean }

/** Tells the throttling of one subject's requests from that of everyone's. */
export type Throttling = {
  /**
   * Notes an answer.
   * @returns whether throttling is common now
   */
  note: (outcome: Outcome) => boolean
}

/**
 * A throttled request that concerns everyone, such as that for a token, is common by itself. Of
 * one subject's attempts, pages and ranges the last counts: it may be the only one refused.
 */
export const createThrottling = (): Throttling => {
  let latest: Outcome[] = []
  return {
    note: (outcome) => {
      if (outcome.subject === null) return outcome.isThrottled
      const others = latest.filter(({ subject }) => subject !== outcome.subject)
      latest = [...others, outcome].slice(-lastSubjects)
      return latest.filter(({ isThrottled }) => isThrottled).length >= leastThrottled
    },
  }
}
