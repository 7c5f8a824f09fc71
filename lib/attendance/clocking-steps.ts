import type { Clocking, ClockingBreak } from '../workforce/contract/clocking.ts'
import { sameJson } from './changes.ts'
import { clockingAmendments, takesBack } from './clocking-amendments.ts'
import { asUtc, epochMs, utc } from './moments.ts'
import { rememberClocking, tellClocking } from './privacy.ts'
import type { KnownClocking, TrackedClocking } from './state.ts'
import { again, type Draft, type PollContext, type Step } from './steps.ts'

type ClockingStep = Extract<Step, { of: 'clocking' }>

/** One thing that happened in a clocking, and what has been told of it with that. */
type Fact = { draft: Draft; known: KnownClocking }

/** What the facts of one clocking have in common. */
type Subject = {
  id: string
  clocking: ReturnType<typeof clockingData>
  again: number[]
}

/** A clocking as events carry it. */
export const clockingData = (id: string, known: KnownClocking, context: PollContext) => ({
  id,
  employeeId: context.employeeId,
  ...tellClocking(known, context.rules.privacy),
})

const withBreak = (known: KnownClocking, told: ClockingBreak): KnownClocking => ({
  ...known,
  breaks: known.breaks.some((each) => each.id === told.id)
    ? known.breaks.map((each) => (each.id === told.id ? told : each))
    : [...known.breaks, told],
})

function* breakFacts(known: KnownClocking, of: ClockingBreak, subject: Subject): Generator<Fact> {
  const { clocking } = subject
  const told = known.breaks.find((each) => each.id === of.id)
  const begun = told ?? { ...of, end: null }
  const data = { clocking, break: of }
  if (told === undefined) {
    const facts = [of.id, ...subject.again]
    const draft = { name: 'break-started' as const, time: asUtc(of.start), facts, data }
    yield { draft, known: withBreak(known, begun) }
  }
  if (begun.end === null && of.end !== null) {
    const facts = [of.id, epochMs(of.end), ...subject.again]
    const draft = { name: 'break-ended' as const, time: asUtc(of.end), facts, data }
    yield { draft, known: withBreak(known, { ...begun, end: of.end }) }
  }
}

/** What happened between what was last told (null: nothing) and what is, in order. */
function* factsBetween(
  told: KnownClocking | null,
  current: KnownClocking,
  subject: Subject,
): Generator<Fact> {
  const { id, clocking } = subject
  let known = told ?? { ...current, end: null, breaks: [] }
  if (told === null) {
    const facts = [id, ...subject.again]
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
    const facts = [id, epochMs(current.end), ...subject.again]
    yield {
      draft: { name: 'clocked-out', time: asUtc(current.end), facts, data: { clocking } },
      known: { ...known, end: current.end, endTimeZone: current.endTimeZone },
    }
  }
}

const startOf = (
  before: TrackedClocking | undefined,
  firstRevision: number,
): Omit<TrackedClocking, 'known'> =>
  before?.phase === 'present'
    ? { ...before, missed: 0 }
    : {
        revision: before === undefined ? firstRevision : before.revision + 1,
        missed: 0,
        phase: 'present',
        raised: [],
      }

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
      revision: tracked.revision + (changes.some(takesBack) ? 1 : 0),
    },
  }
}

/**
 * What is to be told of one clocking: from what was last told of it to what the API says
 * now. A clocking that comes first closed is told from its beginning; one that was removed
 * and is back is told again, with other ids.
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
  const current = rememberClocking(answer, context.rules.privacy)
  const start = startOf(before, firstRevision)
  const told = before?.phase === 'present' ? before.known : null
  const subject = { id, clocking: clockingData(id, current, context), again: again(start.revision) }
  const steps: ClockingStep[] = []
  let at = Number.NEGATIVE_INFINITY
  let tracked: TrackedClocking = { ...start, known: told ?? current }
  for (const { draft, known } of factsBetween(told, current, subject)) {
    at = Math.max(at, epochMs(draft.time))
    tracked = { ...start, known }
    steps.push({ of: 'clocking', id, at, draft, tracked })
  }
  if (!sameJson(tracked.known, current) || (steps.length === 0 && before?.missed !== 0))
    steps.push({
      of: 'clocking',
      id,
      at: Math.max(at, context.now),
      ...amendment(tracked, current, subject, context.now),
    })
  return steps
}

/**
 * What is to be told of a clocking that a complete answer should have shown and did not:
 * nothing the first time, that it was removed the second.
 */
export const missingClockingStep = (
  id: string,
  before: TrackedClocking,
  context: PollContext,
): ClockingStep => {
  const at = context.now
  const missed = before.missed + 1
  if (missed < 2) return { of: 'clocking', id, at, draft: null, tracked: { ...before, missed } }
  const clocking = clockingData(id, before.known, context)
  return {
    of: 'clocking',
    id,
    at,
    draft: {
      name: 'clocking-removed',
      time: utc(at),
      facts: [id, ...again(before.revision)],
      data: { clocking },
    },
    tracked: { ...before, missed, phase: 'removed' },
  }
}
