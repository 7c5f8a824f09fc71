import { describe, expect, test } from 'vitest'
import { dueGroups, gathered } from '../../lib/alerts/sending/due-groups.ts'
import type { ShownWaiting } from '../../lib/alerts/sending/shown-now.ts'
import { epochMs } from '../../lib/attendance/moments.ts'
import { anId } from '../harness/builders.ts'
import { anEvent, aRule, clocking } from './support/events.ts'
import { nine } from './support/morning.ts'

const rules = [aRule({ name: 'ins', on: ['clocked-in'] })]
const somethingDue = (n: number): ShownWaiting => {
  const shown = anEvent(
    'clocked-in',
    { clocking },
    // What came first has not the lowest id.
    { recordedtime: nine, time: nine, id: anId(9_999 - n, 9), sequence: n },
  )
  const waiting = { rule: 'ins', dueAt: nine, event: JSON.stringify(shown) }
  return { waiting: { ...waiting, id: `${shown.recordedtime}##${shown.id}` }, shown }
}
const things = Array.from({ length: 2_100 }, (_, n) => somethingDue(n))
const idsOf = (all: readonly ShownWaiting[]) => all.map(({ waiting }) => waiting.id)
const groupsOf = (all: readonly ShownWaiting[]) => dueGroups(all, rules, epochMs(nine))

describe('what a message said is noted in one item: so of more than 2,000 things there are several', () => {
  test('what was seen first is told first', () => {
    // What was found on other pages comes last.
    const groups = groupsOf([...things.slice(100), ...things.slice(0, 100)])
    expect(groups.map(({ ids }) => ids.length)).toEqual([2_000, 100])
    expect(groups.flatMap(({ ids }) => ids)).toEqual(idsOf(things))
  })

  test('as many as may be are in one', () => {
    expect(groupsOf(things.slice(0, 2_000))).toHaveLength(1)
  })

  test('also where an outlet gathers what it sends', () => {
    const [group] = groupsOf(things.slice(0, 800))
    if (group === undefined) throw new Error('Nothing is due')
    const parcels = gathered([group, group, group, group])
    expect(parcels.map(({ length }) => length)).toEqual([2, 2])
    expect(gathered([])).toEqual([])
  })
})
