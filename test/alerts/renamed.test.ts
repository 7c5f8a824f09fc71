import { expect } from 'vitest'
import { anId } from '../harness/builders.ts'
import { test } from './support/alert-test.ts'
import { amina, anEvent, aRule, clocking } from './support/events.ts'
import { at, seen, textsOf } from './support/morning.ts'

const called = (familyName: string) => ({ ...amina, familyName })

test.for([
  { familyName: 'Adams', order: 'in order' },
  { familyName: 'Zola', order: 'in order' },
  { familyName: 'Adams', order: 'the other way round' },
  { familyName: 'Zola', order: 'the other way round' },
])(
  'of somebody who is called $familyName since, nobody reads that all is clear before what was overdue, where they come $order',
  async ({ familyName, order }, { start }) => {
    const world = await start([aRule({ on: ['clocking-overdue'], group: 600 })])
    const long = { ...clocking, start: '2026-11-19T16:00:00Z' }
    const end = '2026-11-20T01:00:00Z'
    const overdue = anEvent(
      'clocking-overdue',
      { clocking: long },
      { ...seen(1), time: '2026-11-20T06:00:00Z', recordedtime: at(1) },
    )
    const out = anEvent(
      'clocked-out',
      { employee: called(familyName), clocking: { ...long, end } },
      { ...seen(3), time: end, recordedtime: at(3) },
    )
    const [first, second] = order === 'in order' ? [overdue, out] : [out, overdue]
    world.publishAt(JSON.stringify(first), at(4))
    world.publishAt(JSON.stringify(second), at(5))
    await world.run()
    expect(textsOf(world)).toEqual([
      expect.stringMatching(/O'Neill has been clocked in since(.|\n)*All clear/),
    ])
    expect(textsOf(world).join()).toContain(`All clear: Amina ${familyName}`)
  },
)

const cook = { ...amina, id: anId(2), jobTitle: 'Cook' }
const theirs = { ...clocking, id: anId(2, 1), employeeId: cook.id }

test.for([
  ["O'Neill", 'Adams'],
  ['Adams', "O'Neill"],
] as const)(
  'a namesake of somebody who was called %s, and is called %s, in one message is told apart, and so is that one by either name',
  async ([before, since], { start }) => {
    const both = { on: ['clocked-in', 'clocked-out'], group: 600 } as const
    const rules = [aRule({ ...both, on: [...both.on], email: ['managers'] })]
    const world = await start(rules)
    world.publish(anEvent('clocked-in', { employee: called(before), clocking }, seen(1)))
    world.publish(anEvent('clocked-in', { employee: cook, clocking: theirs }, seen(2)))
    const over = { ...clocking, end: at(5) }
    world.publish(anEvent('clocked-out', { employee: called(since), clocking: over }, seen(5)))
    await world.run()
    for (const text of [textsOf(world).join('\n'), world.mails.map(({ body }) => body).join()]) {
      expect(text).toContain(`Amina ${before} (Nurse) clocked in`)
      expect(text).toContain("Amina O'Neill (Cook) clocked in")
      expect(text).toContain(`Amina ${since} (Nurse) clocked out`)
    }
  },
)
