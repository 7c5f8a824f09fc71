import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { historyOf, someTurns, someTurnsOfClockings } from '../harness/told-history.ts'

describe('over a whole history of clockings and absences', () => {
  test('no id has two contents', () => {
    fc.assert(
      fc.property(someTurns, (turns) => {
        const byId = Map.groupBy(historyOf(turns).told, ({ id }) => id)
        expect([...byId.values()].filter(({ length }) => length > 1)).toEqual([])
      }),
      { numRuns: 500 },
    )
  })

  test('a stale answer tells nothing of clockings that a good one would not have told', () => {
    fc.assert(
      fc.property(someTurnsOfClockings, (turns) => {
        const { invented } = historyOf(turns)
        expect(invented.filter(({ type }) => !type.includes('absence'))).toEqual([])
      }),
      { numRuns: 500 },
    )
  })
})
