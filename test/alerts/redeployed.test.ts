import { PutCommand } from '@aws-sdk/lib-dynamodb'
import { describe, expect } from 'vitest'
import type { AttendanceEvent } from '../../lib/attendance/events/events.ts'
import { minute, utc } from '../../lib/attendance/moments.ts'
import { anId } from '../harness/builders.ts'
import { test } from './support/alert-test.ts'
import type { AlertWorld, Process } from './support/alert-world.ts'
import {
  absence,
  amina,
  anEvent,
  clocking,
  prolonged,
  promptly,
  type RuleOverrides,
  sick,
} from './support/events.ts'
import { nine } from './support/morning.ts'

/** What the channels read of these events, each in its turn. */
const tell = async (world: AlertWorld, ...events: AttendanceEvent[]): Promise<string[]> => {
  const before = world.slack.posts.length
  for (const event of events) {
    world.publish(event)
    await world.run()
  }
  return world.slack.posts
    .slice(before)
    .map(({ path, message }) => `${path.split('/').at(-1)}: ${message.text}`)
}

const seen = (n: number) => ({
  time: `2026-11-20T09:0${n}:00Z`,
  id: anId(n, 9),
  sequence: n,
})
const came = anEvent('clocked-in', { clocking }, seen(2))
const removed = anEvent('clocking-removed', { clocking }, seen(5))
const gone = "Amina O'Neill's clock-in at 09:02 was removed"

const ill = anEvent('absence-started', { absence: sick }, seen(1))
const longer = prolonged(seen(3))
const absences: RuleOverrides = { name: 'absences', on: ['absence-started'] }
const sicknesses: RuleOverrides = {
  ...absences,
  where: { absenceTypes: ['Sickness'] },
  show: 'category',
}

describe('a correction goes where the original was told', () => {
  test('though the rule has another name now', async ({ start }) => {
    const world = await start(promptly({ name: 'arrivals' }))
    await tell(world, came)
    world.deploy(promptly({ name: 'comings' }))
    expect(await tell(world, removed)).toEqual([`office: ${gone}`])
  })

  test('and not where the rule goes now', async ({ start }) => {
    const world = await start(promptly({ slack: ['office'] }))
    await tell(world, came)
    world.deploy(promptly({ slack: ['yard'] }))
    expect(await tell(world, removed)).toEqual([`office: ${gone}`])
  })

  test('unless that channel is no more', async ({ start }) => {
    const world = await start(promptly({ slack: ['office'] }))
    await tell(world, came)
    world.deploy(promptly({ slack: ['yard'] }), ['slack:yard'])
    expect(await tell(world, removed)).toEqual([])
    expect(world.said).toMatchObject({ failed: [], problems: [] })
  })

  test('and to nobody who was told another record by the same rule', async ({ start }) => {
    const world = await start(promptly({ slack: ['office'] }))
    await tell(world, came)
    world.deploy(promptly({ slack: ['office', 'yard'] }))
    const later = { ...clocking, id: anId(7, 1) }
    await tell(world, anEvent('clocked-in', { clocking: later }, seen(3)))
    expect(await tell(world, removed)).toEqual([`office: ${gone}`])
  })
})

describe('of an absence a correction tells the lesser of what was told and what may be told now', () => {
  const toOpaque = "office: Amina O'Neill's absence was changed: end Wed 25 Nov"
  const toCategory = "office: Amina O'Neill's sick leave was changed: end Wed 25 Nov"

  test('where it was told more than it may be now', async ({ start }) => {
    const world = await start(promptly({ ...absences, show: 'category' }))
    await tell(world, ill)
    world.deploy(promptly(absences))
    expect(await tell(world, longer)).toEqual([expect.stringContaining(toOpaque)])
  })

  test('where it may be told more than it was', async ({ start }) => {
    const world = await start(promptly(absences))
    await tell(world, ill)
    world.deploy(promptly({ ...absences, show: 'category' }))
    expect(await tell(world, longer)).toEqual([expect.stringContaining(toOpaque)])
  })

  test('where both are alike', async ({ start }) => {
    const world = await start(promptly(sicknesses))
    await tell(world, ill)
    world.deploy(promptly({ ...sicknesses, name: 'ill' }))
    expect(await tell(world, longer)).toEqual([expect.stringContaining(toCategory)])
  })

  test('where no rule goes there any more, nothing of its kind', async ({ start }) => {
    const world = await start(promptly({ ...absences, show: 'category' }))
    await tell(world, ill)
    world.deploy(promptly({ ...absences, show: 'category', slack: ['yard'] }))
    expect(await tell(world, longer)).toEqual([expect.stringContaining(toOpaque)])
  })

  test('none at all where only a sickness would have been told, and no kind may be told now', async ({
    start,
  }) => {
    const world = await start(promptly(sicknesses))
    await tell(world, ill)
    world.deploy(promptly(absences))
    expect(await tell(world, longer)).toEqual([])
    world.deploy(promptly({ ...absences, name: 'renamed' }))
    expect(await tell(world, anEvent('absence-withdrawn', { absence: sick }, seen(6)))).toEqual([])
  })

  test('what waits for a rule that was renamed is told as the channel may know it', async ({
    start,
  }) => {
    const world = await start(promptly({ ...absences, show: 'category', group: 600 }))
    world.publish(ill)
    await world.run('2026-11-20T09:02:00Z')
    world.deploy(promptly({ ...absences, name: 'renamed', group: 600 }))
    await world.run()
    expect(world.slack.posts.map(({ message }) => message.text)).toEqual([
      "Amina O'Neill is away until Mon 23 Nov",
    ])
  })
})

test('what waits though its wake could not be sent is looked at by whoever gets the event again', async ({
  start,
}) => {
  const rules = promptly({ slack: ['office'] })
  const world = await start(rules)
  const wakeless: Process = {
    change: (ports) => ({ ...ports, wake: () => Promise.reject(new Error('SQS throttles')) }),
    hasDied: () => false,
  }
  world.publish(came)
  await world.run(came.recordedtime.replace(/00Z$/, '10Z'), wakeless)
  world.deploy(promptly({ slack: ['yard'] }))
  await world.run(utc(world.now() + 5 * minute))
  world.deploy(rules)
  await world.run()
  expect(world.slack.posts.map(({ path }) => path.split('/').at(-1)).sort()).toEqual([
    'office',
    'yard',
  ])
})

test('a sickness that waits alone is not told where no kind may be told any more', async ({
  start,
}) => {
  const world = await start(promptly({ ...sicknesses, group: 600 }))
  world.publish(ill)
  await world.run('2026-11-20T09:02:00Z')
  world.deploy(promptly({ ...absences, group: 600 }))
  await world.run()
  expect(world.slack.posts).toEqual([])
})

test('what an earlier version kept by rule goes to the destinations of that rule', async ({
  engines,
  start,
}) => {
  const world = await start(promptly({ slack: ['office', 'yard'] }, absences))
  const keep = (record: string, rule: string, type: string) =>
    engines.documents.send(
      new PutCommand({
        TableName: world.tableName,
        Item: { pk: `TOLD#${record}`, sk: rule, schema: 1, rule, types: new Set([type]), ttl: 2e9 },
      }),
    )
  await keep(clocking.id, 'arrivals', 'clocked-in')
  await keep(absence.id, 'absences', 'absence-started')
  expect((await tell(world, removed)).sort()).toEqual([`office: ${gone}`, `yard: ${gone}`])
  expect(await tell(world, longer)).toEqual([
    expect.stringContaining("office: Amina O'Neill's absence was changed"),
  ])
})

test('of a record that moved to somebody else, nobody hears what only the other was told of', async ({
  start,
}) => {
  const world = await start(promptly({ where: { employees: [amina.id] } }))
  const other = { ...amina, id: anId(2), familyName: 'Berg' }
  const moved = { ...clocking, employeeId: other.id }
  const later = anEvent('clocking-removed', { employee: other, clocking: moved }, seen(6))
  expect(await tell(world, came, later)).toHaveLength(1)
  expect(await tell(world, removed)).toEqual([`office: ${gone}`])
})

test('what was told of a record after an event is not what that event corrects', async ({
  start,
}) => {
  const world = await start(promptly({ on: ['clocked-out'] }))
  const went = anEvent('clocked-out', { clocking: { ...clocking, end: seen(6).time } }, seen(6))
  const moved = anEvent(
    'clocking-amended',
    { clocking, changes: [{ field: 'start', before: nine, after: clocking.start }] },
    seen(4),
  )
  expect(await tell(world, went, moved)).toHaveLength(1)
})
