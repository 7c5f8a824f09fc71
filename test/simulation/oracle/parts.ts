import type { Observed } from '../system/observed.ts'
import type { EpochMs } from './moments.ts'

/** Where so much of somebody waits for SNS, a poll may tell in parts, the rest with the next one. */
const largestPart = { events: 60, bytes: 60_000 }

/** Whether a poll may leave the rest of so much for the next one. */
export const areMany = (bodies: readonly string[]): boolean =>
  bodies.length >= largestPart.events ||
  bodies.reduce((bytes, { length }) => bytes + length, 0) >= largestPart.bytes

export const bodiesOf = (published: readonly Published[]): string[] =>
  published.map(({ body }) => body)

type Published = { at: EpochMs; body: string; savedAt: EpochMs; process: string | undefined }

/** The events of each person, as they were published first. */
export const publishedOf = ({ deliveries, origins }: Observed) => {
  const seen = new Set<string>()
  const published = new Map<string, Published[]>()
  for (const { at, message } of deliveries) {
    const { id, subject }: { id: string; subject: string } = JSON.parse(message.body)
    if (seen.has(id)) continue
    seen.add(id)
    const { savedAt = at, process } = origins.get(id) ?? {}
    const others = published.get(subject)
    const each = { at, body: message.body, savedAt, process }
    if (others === undefined) published.set(subject, [each])
    else others.push(each)
  }
  return published
}

/**
 * The events of somebody that may still have waited at a moment, as they were published: one
 * whose acknowledgement is lost waits until it has been published again.
 */
export const waitingAt = ({ deliveries, origins }: Observed) => {
  const waits = new Map<
    string,
    { subject: string; body: string; savedAt: EpochMs; until: EpochMs }
  >()
  for (const { at, message } of deliveries) {
    const { id, subject }: { id: string; subject: string } = JSON.parse(message.body)
    const { savedAt = at } = origins.get(id) ?? {}
    waits.set(id, { subject, body: message.body, savedAt, until: at })
  }
  const all = [...waits.values()]
  return (employeeId: string, at: EpochMs): string[] =>
    all.flatMap(({ subject, body, savedAt, until }) =>
      subject === employeeId && savedAt <= at && until >= at ? [body] : [],
    )
}
