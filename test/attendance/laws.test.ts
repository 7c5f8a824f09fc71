import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type AttendanceEvent,
  eventNames,
  eventSchema,
} from '../../lib/attendance/events/events.ts'
import { epochMs, minute } from '../../lib/attendance/moments.ts'
import type { Clocking } from '../../lib/workforce/contract/clocking.ts'
import {
  anyRules,
  anyText,
  pollMoment,
  someAbsences,
  someClockings,
} from '../harness/arbitraries.ts'
import { aProfile, aSnapshot, aState } from '../harness/builders.ts'
import { answer, poll } from '../harness/pure-poll.ts'

const now = epochMs(pollMoment)

const answers = fc.tuple(someClockings, someAbsences)

/** An answer, and the next one: each record as it was, or as it may have become. */
const twoAnswers = fc
  .tuple(answers, answers, fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }))
  .map(([[clockings, absences], [others, otherAbsences], kept]) => {
    const or =
      <T>(later: T[]) =>
      (before: T, n: number): T =>
        kept[n] ? before : (later[n] ?? before)
    return [
      answer(clockings, absences),
      answer(clockings.map(or(others)), absences.map(or(otherAbsences))),
    ] as const
  })

const frozen = <T>(value: T): T => {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    for (const inner of Object.values(value)) frozen(inner)
  }
  return value
}

const problemsOf = (event: AttendanceEvent): unknown => {
  const name = eventNames.find((each) => event.type === `attendance.${each}`)
  return name === undefined ? event.type : eventSchema(name).safeParse(event).error?.issues
}

describe('laws of the differ', () => {
  test('an answer that comes a second time tells nothing, where nothing was told before it', () => {
    fc.assert(
      fc.property(answers, anyRules, ([clockings, absences], rules) => {
        const shown = answer(clockings, absences)
        const told = poll(aState(), shown, rules).state
        const again = poll(told, shown, rules)
        expect(again.events).toEqual([])
        expect(again.state).toEqual(told)
      }),
      { numRuns: 500 },
    )
  })

  test('a state differs in nothing from the answer that it came from, once that is confirmed', () => {
    fc.assert(
      fc.property(twoAnswers, anyRules, ([first, second], rules) => {
        const doubted = poll(poll(aState(), first, rules).state, second, rules).state
        const told = poll(doubted, second, rules).state
        const again = poll(told, second, rules)
        expect(again.events).toEqual([])
        expect(again.state).toEqual(told)
      }),
      { numRuns: 500 },
    )
  })

  test('a stale answer between two that are equal tells nothing, and leaves nothing behind', () => {
    fc.assert(
      fc.property(twoAnswers, anyRules, ([stale, good], rules) => {
        const before = poll(poll(aState(), stale, rules).state, good, rules).state
        const told = poll(before, good, rules).state
        const lagging = poll(told, stale, rules)
        expect(lagging.events).toEqual([])
        const again = poll(lagging.state, good, rules)
        expect(again.events).toEqual([])
        expect(again.state).toEqual(told)
      }),
      { numRuns: 500 },
    )
  })

  test('the order of an answer means nothing', () => {
    const shuffled = fc
      .tuple(someClockings, someAbsences)
      .chain(([clockings, absences]) =>
        fc.tuple(
          fc.constant(answer(clockings, absences)),
          fc.tuple(
            fc.shuffledSubarray(clockings, { minLength: clockings.length }),
            fc.shuffledSubarray(absences, { minLength: absences.length }),
          ),
        ),
      )
    fc.assert(
      fc.property(shuffled, anyRules, ([ordered, [clockings, absences]], rules) => {
        const reversed = clockings.map((each) => ({ ...each, breaks: each.breaks.toReversed() }))
        const told = poll(aState(), ordered, rules)
        const other = poll(aState(), answer(reversed, absences), rules)
        expect(other).toEqual(told)
      }),
      { numRuns: 500 },
    )
  })

  test('nothing given is changed', () => {
    fc.assert(
      fc.property(twoAnswers, anyRules, ([first, second], rules) => {
        const state = frozen(poll(frozen(aState()), frozen(first), frozen(rules)).state)
        expect(() => poll(state, frozen(second), rules)).not.toThrow()
      }),
    )
  })

  test('every event is of its type’s schema', () => {
    fc.assert(
      fc.property(twoAnswers, anyRules, anyText, ([first, second], rules, name) => {
        const profile = { ...aProfile, givenName: name.toWellFormed() }
        const before = poll(aState({ profile }), first, rules)
        const after = poll(before.state, second, rules)
        for (const event of [...before.events, ...after.events])
          expect(problemsOf(event)).toBeUndefined()
      }),
    )
  })

  test('sequences have no gap, and ids no repeat', () => {
    fc.assert(
      fc.property(twoAnswers, anyRules, ([first, second], rules) => {
        const before = poll(aState(), first, rules)
        const events = [...before.events, ...poll(before.state, second, rules, now + minute).events]
        expect(events.map(({ sequence }) => Number(sequence))).toEqual(events.map((_, n) => n + 1))
        expect(new Set(events.map(({ id }) => id)).size).toBe(events.length)
      }),
      { numRuns: 500 },
    )
  })
})

const told = ['in', 'out'].map((edge) => `attendance.clocked-${edge}`)
const breaks = ['started', 'ended'].map((edge) => `attendance.break-${edge}`)

const factsOf = (events: AttendanceEvent[]): string[] =>
  events
    .filter(({ type }) => [...told, ...breaks].includes(type))
    .map(({ type, time, id }) => `${type} ${epochMs(time)} ${id}`)
    .toSorted()

/** What the API shows at a moment of clockings as they will turn out. */
const seenAt = (clockings: Clocking[], at: number): Clocking[] => {
  const isPast = (moment: string | null) => moment !== null && epochMs(moment) <= at
  return clockings
    .filter(({ start }) => isPast(start))
    .map((clocking) => ({
      ...clocking,
      end: isPast(clocking.end) ? clocking.end : null,
      breaks: clocking.breaks
        .filter(({ start }) => isPast(start))
        .map((each) => ({ ...each, end: isPast(each.end) ? each.end : null })),
    }))
}

test('a day polled on any schedule gives the clock-ins, clock-outs and breaks of one poll at its end', () => {
  const schedule = fc.array(fc.nat(20 * 60), { maxLength: 12 })
  fc.assert(
    fc.property(someClockings, schedule, anyRules, (clockings, ago, rules) => {
      const moments = [...ago.map((n) => now - n * minute).toSorted((a, b) => a - b), now]
      let state = aState()
      const events = moments.flatMap((at) => {
        const clocked = aSnapshot(new Date(at).toISOString(), { clockings: seenAt(clockings, at) })
        const polled = poll(state, clocked, rules, at)
        state = polled.state
        return polled.events
      })
      const once = poll(aState(), aSnapshot(pollMoment, { clockings }), rules)
      expect(factsOf(events)).toEqual(factsOf(once.events))
    }),
    { numRuns: 500 },
  )
})
