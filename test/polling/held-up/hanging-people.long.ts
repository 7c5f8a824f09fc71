import { describe, expect, test } from 'vitest'
import { epochMs, hour, utc } from '../../../lib/attendance/moments.ts'
import { aClocking, aHoliday, anId } from '../../harness/builders.ts'
import { createPacedSystem, people } from './paced-system.ts'
import type { Manner, Question } from './virtual-api.ts'

const hangs: Manner = { milliseconds: Number.POSITIVE_INFINITY }
const today = { $type: 'LocalDate', date: '2026-11-18' } as const
const morning = epochMs('2026-11-18T08:00:00Z')

/** A holiday of the fifth is entered after 30 minutes, a clocking of the sixth deleted after 40. */
const world = {
  absences: (n: number, minutes: number) =>
    n === 5 && minutes > 30
      ? [aHoliday({ id: anId(5, 3), employeeId: anId(5), start: today, end: today })]
      : [],
  clockings: (n: number, minutes: number) => {
    const times = { start: utc(morning - 2 * hour), end: utc(morning - hour) }
    return n === 6 && minutes < 40
      ? [aClocking({ ...times, id: anId(6, 1), employeeId: anId(6) })]
      : []
  },
}

describe('where some people’s calls hang', () => {
  test.each([
    ['clockings hang', 'clockings', hangs],
    ['clockings take 13 s', 'clockings', { milliseconds: 13_000 }],
    ['absences hang', 'absences', hangs],
  ] as const)(
    'one whose %s holds up nobody else’s absences, nor removals',
    async (_how, operation, manner) => {
      const system = await createPacedSystem({
        people: 15,
        ...world,
        behave: (question: Question) =>
          question.n === 1 && question.operation === operation && question.minutes > 5
            ? manner
            : undefined,
      })
      await system.runMinutes(95)
      expect(system.longestGap(people(2, 15), 10)).toBeLessThan(3)
      expect(system.longestGap(people(2, 15), 10, 'absences')).toBeLessThan(35)
      expect(system.toldAfter('absence-started 5')).toBeLessThan(60)
      expect(system.toldAfter('clocking-removed 6')).toBeLessThan(90)
    },
  )

  test('every third of 120 hangs, and the others are asked about as ever, every other minute at first', async () => {
    const isBad = (n: number) => n % 3 === 0
    const system = await createPacedSystem({
      people: 120,
      behave: ({ n, operation, minutes }) =>
        isBad(n) && operation === 'clockings' && minutes > 5 ? hangs : undefined,
    })
    await system.runMinutes(60)
    const well = people(1, 120).filter((n) => !isBad(n))
    expect(system.longestGap(well, 4)).toBeLessThan(5)
    expect(system.longestGap(well, 15)).toBeLessThan(3)
  })
})
