import { describe, expect } from 'vitest'
import type { AlertRule } from '../../lib/alerts/rules/alert-settings.ts'
import type { AttendanceEvent } from '../../lib/attendance/events/events.ts'
import { hour, utc } from '../../lib/attendance/moments.ts'
import { test } from './support/alert-test.ts'
import type { AlertWorld, Process } from './support/alert-world.ts'
import {
  anEvent,
  clocking,
  prolonged,
  promptly,
  type RuleOverrides,
  sick,
} from './support/events.ts'
import { at, seen, textsOf } from './support/morning.ts'

const came = anEvent('clocked-in', { clocking }, seen(2))
const removed = anEvent('clocking-removed', { clocking }, seen(50))
const wasRemoved = "office: Amina O'Neill's clock-in at 09:02 was removed"

const ill = anEvent('absence-started', { absence: sick }, seen(1))
const longer = prolonged(seen(50))

/** As long as it is so, nobody can note who is notified; what is to be told is kept all the same. */
const unnoted =
  (isSo: () => boolean, died: boolean) =>
  (world: AlertWorld): Process => {
    let hasDied = false
    return {
      hasDied: () => hasDied,
      change: (ports) => ({
        ...ports,
        notifications: {
          ...ports.notifications,
          note: (...all) => {
            hasDied = died && isSo()
            return isSo()
              ? Promise.reject(new Error('ThrottlingException'))
              : world.ports.notifications.note(...all)
          },
        },
      }),
    }
  }

/** Has an event told and not noted until rules of another release came; then what follows on it is seen. */
const releasedBetween = async (
  world: AlertWorld,
  {
    original,
    follower,
    rules,
    died = false,
    isMovedBack = false,
  }: {
    original: AttendanceEvent
    follower: AttendanceEvent
    rules: AlertRule[]
    died?: boolean
    isMovedBack?: boolean
  },
): Promise<string[]> => {
  let isThrottled = true
  const process = unnoted(() => isThrottled, died)(world)
  world.publish(original)
  await world.run(isMovedBack ? at(40) : at(3), process)
  expect(world.dead).toHaveLength(isMovedBack ? 1 : 0)
  expect(textsOf(world)).toHaveLength(1)
  world.deploy(rules)
  isThrottled = false
  for (const { body } of world.dead) world.publishAt(body, utc(world.now() + hour))
  await world.run(undefined, process)
  world.publish(follower)
  await world.run()
  return textsOf(world).slice(1)
}

const overdue: RuleOverrides = { on: ['clocking-overdue'] }

describe('what was told, and could not be noted before a release whose rules do not want it', () => {
  test.for([
    ['is tried again', {}],
    ['comes again because a run died', { died: true }],
    ['is moved back from the dead letters', { isMovedBack: true }],
  ] as const)('is corrected where it %s', async ([, how], { start }) => {
    const world = await start(promptly({}))
    const rules = promptly(overdue)
    expect(
      await releasedBetween(world, { original: came, follower: removed, rules, ...how }),
    ).toEqual([wasRemoved])
  })

  test('brings its correction, where that came before it', async ({ start }) => {
    const world = await start(promptly({}))
    let isThrottled = true
    const process = unnoted(() => isThrottled, false)(world)
    world.publish(came)
    await world.run(at(40), process)
    world.deploy(promptly(overdue))
    world.publish(removed)
    await world.run()
    isThrottled = false
    for (const { body } of world.dead) world.publishAt(body, utc(world.now() + hour))
    await world.run(undefined, process)
    expect(textsOf(world).slice(1)).toEqual([wasRemoved])
  })

  test('says of an absence no more than that, as the rules of today name none of its type', async ({
    start,
  }) => {
    const world = await start(promptly({ on: ['absence-started'], show: 'full' }))
    const rules = promptly({ on: ['absence-started'], where: { absenceTypes: ['Holiday'] } })
    expect(
      await releasedBetween(world, { original: ill, follower: longer, rules, isMovedBack: true }),
    ).toEqual(["office: Amina O'Neill's absence was changed: end Wed 25 Nov instead of Mon 23 Nov"])
  })

  test('is followed by nothing where its type was the reason', async ({ start }) => {
    const sicknesses: RuleOverrides = {
      on: ['absence-started'],
      where: { absenceTypes: ['Sickness'] },
      show: 'category',
    }
    const world = await start(promptly(sicknesses))
    const rules = promptly({ on: ['absence-started'], where: { absenceTypes: ['Holiday'] } })
    expect(
      await releasedBetween(world, { original: ill, follower: longer, rules, isMovedBack: true }),
    ).toEqual([])
  })
})

test('what put something right before is told once more, where only a release before wanted that', async ({
  start,
}) => {
  const world = await start(promptly({ on: ['clocked-in', 'clocking-removed'] }))
  world.publish(removed)
  await world.run(at(55))
  world.publish(came)
  const process = unnoted(() => true, true)(world)
  await world.run(utc(world.now() + 10_000), process)
  expect(process.hasDied()).toBe(true)
  world.deploy(promptly(overdue))
  await world.run()
  expect(textsOf(world).join('\n')).toMatch(/^office: .*removed\n.*clocked in.*removed$/s)
})

test('what waits, and nobody could be woken for before such a release, is told once it comes again', async ({
  start,
}) => {
  const world = await start(promptly({}))
  world.publish(came)
  await world.run(at(40), {
    hasDied: () => false,
    change: (ports) => ({ ...ports, wake: () => Promise.reject(new Error('SQS')) }),
  })
  expect(textsOf(world)).toEqual([])
  world.deploy(promptly(overdue))
  for (const { body } of world.dead) world.publishAt(body, utc(world.now() + hour))
  await world.run()
  expect(textsOf(world)).toEqual([expect.stringMatching(/clocked in/)])
})
