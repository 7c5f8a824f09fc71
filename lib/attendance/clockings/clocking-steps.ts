import type { Clocking, ClockingBreak } from '../../workforce/contract/clocking.ts'
import { sameJson } from '../changes.ts'
import { redactClocking, rememberClocking } from '../events/privacy.ts'
import { asUtc, type EpochMs, epochMs, hour, utc } from '../moments.ts'
import { shortened } from '../state/short-notes.ts'
import type { KnownClocking, TrackedClocking } from '../state/state.ts'
import { again, type Draft, type PollContext, type Step } from '../steps.ts'
import { isConfirmed } from '../taking-back.ts'
import { clockingAmendments, needsNewIds } from './clocking-amendments.ts'
import { formerOfClocking, takenBackOfClocking } from './clocking-fields.ts'
import { lastMomentOf } from './clocking-times.ts'

type ClockingStep = Extract<Step, { of: 'clocking' }>

/** One thing that happened in a clocking, and what has been recorded of it with that. */
type Fact = { draft: Draft; known: KnownClocking }

/** What the facts of one clocking have in common. */
type Subject = {
  id: string
  clocking: ReturnType<typeof clockingData>
  /** What tells the id of something at a moment, UTC, from that of the same recorded before. */
  again: (moment: string) => number[]
}

/** A clocking as events carry it. */
export const clockingData = (
  id: string,
  known: KnownClocking,
  context: Pick<PollContext, 'employeeId' | 'rules'>,
) => ({
  id,
  employeeId: context.employeeId,
  ...redactClocking(known, context.rules.privacy),
})

const withBreak = (known: KnownClocking, recorded: ClockingBreak): KnownClocking => ({
  ...known,
  breaks: known.breaks.some((each) => each.id === recorded.id)
    ? known.breaks.map((each) => (each.id === recorded.id ? recorded : each))
    : [...known.breaks, recorded],
})

function* breakFacts(known: KnownClocking, of: ClockingBreak, subject: Subject): Generator<Fact> {
  const { id, clocking } = subject
  const recorded = known.breaks.find((each) => each.id === of.id)
  const begun = recorded ?? { ...of, end: null }
  const data = { clocking, break: of }
  if (recorded === undefined) {
    const facts = [id, of.id, epochMs(of.start), ...subject.again(of.start)]
    const draft = { name: 'break-started' as const, time: asUtc(of.start), facts, data }
    yield { draft, known: withBreak(known, begun) }
  }
  if (begun.end === null && of.end !== null) {
    const facts = [id, of.id, epochMs(of.end), ...subject.again(of.end)]
    const draft = { name: 'break-ended' as const, time: asUtc(of.end), facts, data }
    yield { draft, known: withBreak(known, { ...begun, end: of.end }) }
  }
}

/** What happened between what was last recorded (null: nothing) and what is, in order. */
function* factsBetween(
  recorded: KnownClocking | null,
  current: KnownClocking,
  subject: Subject,
): Generator<Fact> {
  const { id, clocking } = subject
  let known = recorded ?? { ...current, end: null, breaks: [] }
  if (recorded === null) {
    const facts = [id, epochMs(current.start), ...subject.again(current.start)]
    yield {
      draft: { name: 'clocked-in', time: asUtc(current.start), facts, data: { clocking } },
      known,
    }
  }
  for (const each of current.breaks)
    for (const fact of breakFacts(known, each, subject)) {
      known = fact.known
      yield fact
    }
  if (known.end === null && current.end !== null) {
    const facts = [id, epochMs(current.end), ...subject.again(current.end)]
    yield {
      draft: { name: 'clocked-out', time: asUtc(current.end), facts, data: { clocking } },
      known: { ...known, end: current.end, endTimeZone: current.endTimeZone },
    }
  }
}

/**
 * Until when a known clocking is kept beside its end: where it is corrected to have ended over an
 * hour ago, as if it had ended now, or when it was recorded to have ended.
 */
const keptUntilAfter = (
  { known, keptUntil }: TrackedClocking,
  current: KnownClocking,
  now: EpochMs,
): string | null => {
  const isEarlier = lastMomentOf(current) < Math.max(now - hour, lastMomentOf(known))
  const isCorrected = !sameJson(known, current) && isEarlier
  if (!isCorrected) return keptUntil
  return utc(Math.max(now, lastMomentOf(known), keptUntil === null ? 0 : epochMs(keptUntil)))
}

const startOf = (
  before: TrackedClocking | undefined,
  current: KnownClocking,
  firstRevision: number,
  now: EpochMs,
): Omit<TrackedClocking, 'known'> => {
  const former = before === undefined ? [] : formerOfClocking(before, current)
  const shown = { missingSince: null, doubted: [], former }
  if (before?.phase === 'present')
    return { ...before, ...shown, keptUntil: keptUntilAfter(before, current, now) }
  const revision = before === undefined ? firstRevision : now
  return { ...shown, revision, keptUntil: null, phase: 'present', raised: [] }
}

/** What is kept of a clocking: of a long note no more than was kept before, if it is the same. */
const keptOf = (current: KnownClocking, recorded: KnownClocking | null): KnownClocking =>
  recorded?.note != null && current.note != null && recorded.note === shortened(current.note)
    ? { ...current, note: recorded.note }
    : current

const amendment = (
  tracked: TrackedClocking,
  current: KnownClocking,
  { id, clocking }: Subject,
  now: number,
): Pick<ClockingStep, 'draft' | 'tracked'> => {
  const changes = clockingAmendments(tracked.known, current)
  if (changes.length === 0) return { draft: null, tracked: { ...tracked, known: current } }
  const time = utc(now)
  const facts = [id, changes, time]
  return {
    draft: { name: 'clocking-amended', time, facts, data: { clocking, changes } },
    tracked: {
      ...tracked,
      known: current,
      revision: changes.some(needsNewIds) ? now : tracked.revision,
    },
  }
}

/**
 * What is to be recorded of one clocking: from what was last recorded of it to what the API says
 * now. A clocking that comes first closed is recorded from its beginning; one that was removed
 * and is back is recorded again, with other ids. An answer that takes back something recorded waits
 * for a second one.
 * @param before what was last known; undefined at first sight
 * @param firstRevision where one starts that is seen for the first time
 * @returns the steps in order; none where nothing changed
 */
export const clockingSteps = (
  before: TrackedClocking | undefined,
  answer: Clocking,
  context: PollContext,
  firstRevision = 0,
): ClockingStep[] => {
  const { id } = answer
  const shown = rememberClocking(answer, context.rules.privacy)
  const recorded = before?.phase === 'present' ? before.known : null
  const current = keptOf(shown, recorded)
  const forgottenBefore = context.forgottenBefore.clockings
  const taken = before === undefined ? [] : takenBackOfClocking(before, current, forgottenBefore)
  if (before !== undefined && !isConfirmed(taken, before.doubted)) {
    const tracked = { ...before, missingSince: null, doubted: taken }
    return [{ of: 'clocking', id, at: context.now, draft: null, tracked }]
  }
  const start = startOf(before, current, firstRevision, context.now)
  // What is forgotten by now may have been recorded of it long ago, where it was then: that needs ids of its own.
  const mayBeRecorded = (moment: string): boolean =>
    recorded !== null && forgottenBefore !== null && epochMs(moment) <= forgottenBefore
  const subject: Subject = {
    id,
    clocking: clockingData(id, shown, context),
    again: (moment) => again(mayBeRecorded(moment) ? context.now : start.revision),
  }
  const isBack = before?.phase === 'removed'
  const steps: ClockingStep[] = []
  let at = Number.NEGATIVE_INFINITY
  let tracked: TrackedClocking = { ...start, known: recorded ?? current }
  for (const { draft, known } of factsBetween(recorded, current, subject)) {
    at = Math.max(at, epochMs(draft.time))
    tracked = { ...start, known }
    steps.push({ of: 'clocking', id, at, draft, tracked, isBack })
  }
  const wasInDoubt = before?.missingSince !== null || before.doubted.length > 0
  if (!sameJson(tracked.known, current) || (steps.length === 0 && wasInDoubt))
    steps.push({
      of: 'clocking',
      id,
      at: Math.max(at, context.now),
      ...amendment(tracked, current, subject, context.now),
    })
  return steps
}
