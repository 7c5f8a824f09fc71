import { hour, minute } from '../../oracle/moments.ts'
import type { EndpointRequest } from '../../system/webhooks/observed-webhooks.ts'
import { type EndpointView, hasFailed } from './endpoint-view.ts'
import { askedFor } from './left-alone.ts'

type Answered = EndpointRequest & { heard: NonNullable<EndpointRequest['heard']> }

/** An endpoint's wish to be left alone. */
type Pause = {
  request: Answered
  /** For how long, as far as that is obeyed. */
  asked: number
  /** Whom it was to be told of; empty where that is nobody. */
  subject: string
  /** Whether so many have been throttled one after another that all others wait for as long. */
  isEveryone: boolean
  /** Whether it may have been known already that whom it was to be told of is throttled, and others are not. */
  isKnown: boolean
}

export const subjectOf = ({ body }: EndpointRequest): string => JSON.parse(body).subject ?? ''

/** Of so many, one after another, each tried alone, the last one speaks for everyone. */
const everyone = 4
/** What was under way at once is answered within less. */
const apart = minute - 15_000

/** Somebody is known to be throttled for so long after their pause, at most. */
const knownFor = hour + 5 * minute

const isAnswered = (request: EndpointRequest): request is Answered => request.heard !== null

/** Whether it was taken, or refused for what it is: then the endpoint takes others. */
const isThere = ({ heard: { status } }: Answered): boolean => status !== null && status < 500

/** Where an endpoint asked for patience, in the order in which it was heard to. */
export const pausesOf = ({ requests, isNoted, resumed }: EndpointView): Pause[] => {
  const pauses: Pause[] = []
  /** Who was throttled, one after another. */
  let inARow = new Set<string>()
  const knownUntil = new Map<string, number>()
  let lastAt = 0
  const answered = requests.filter(isAnswered).toSorted((a, b) => a.heard.at - b.heard.at)
  for (const request of answered) {
    const asked = askedFor(request)
    const { at } = request.heard
    const subject = subjectOf(request)
    const isApart =
      at - lastAt > apart && !resumed.some((each) => each.to >= lastAt && each.from <= at)
    if (!isNoted(request) || (asked === null && isThere(request))) inARow = new Set()
    if (asked === null) {
      if (isNoted(request) && !hasFailed(request)) knownUntil.delete(subject)
      continue
    }
    if (!isApart) inARow = new Set()
    const isKnown = at <= (knownUntil.get(subject) ?? 0)
    if (isNoted(request) && !isKnown) inARow.add(subject)
    lastAt = at
    pauses.push({ request, asked, subject, isEveryone: inARow.size >= everyone, isKnown })
    knownUntil.set(subject, at + asked + knownFor)
  }
  return pauses
}
