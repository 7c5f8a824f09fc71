import { expect } from 'vitest'
import { anId } from '../harness/builders.ts'
import { test } from './support/alert-test.ts'
import { aClockIn, anEvent, clocking, promptly } from './support/events.ts'
import { at, namesTold, seen } from './support/morning.ts'

/** Ten breaks of the first of many, who came in before. */
const breaks = Array.from({ length: 10 }, (_, n) => {
  const { data } = aClockIn(1, at(0))
  const aBreak = { id: anId(n, 5), start: at(n + 2), end: null }
  const during = { ...clocking, id: anId(1, 1), employeeId: anId(1), breaks: [aBreak] }
  const what = { employee: data.employee, clocking: during, break: aBreak }
  return anEvent('break-started', what, { ...seen(n + 2), id: anId(n, 8) })
})

test('of somebody with much of whom a channel takes nothing all is put aside, after a few tries, and of nobody else', async ({
  start,
}) => {
  const rules = promptly({ name: 'breaks', on: ['break-started'] }, { name: 'arrivals' })
  const world = await start(rules, at(20))
  let refusals = 0
  world.slack.decide((raw) => {
    if (!raw.includes('Person1 ')) return null
    refusals += 1
    return { status: 400 }
  })
  for (const n of [1, 2, 3]) world.publish(aClockIn(n, at(15), at(15 + n)))
  for (const each of breaks) world.publish(each)
  await world.run()
  expect(namesTold(world)).toEqual(['Person2 Test', 'Person3 Test'])
  const aside = world.dead.flatMap(({ body }) => JSON.parse(body).waiting)
  expect(aside).toHaveLength(11)
  expect(refusals).toBeLessThan(20)
})
