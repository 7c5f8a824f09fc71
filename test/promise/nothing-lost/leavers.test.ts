import { describe, expect } from 'vitest'
import { clock, correct, dismiss, employ, personId, watch } from '../support/people.ts'
import { type System, test as systemTest } from '../support/system.ts'

/** Three people; the first works until five on Monday and is on no roster from half past on. */
const test = systemTest.extend(
  'afterDismissal',
  ({ start }) =>
    async (end: string | null = null): Promise<System> => {
      const system = await start({ now: '2026-11-16T08:00:00Z' })
      await watch(system, 3)
      if (end !== null) clock(system.world, 1, { start: '2026-11-16T09:00:00Z', end })
      await system.pollAt('2026-11-16T17:30:00Z')
      dismiss(system.world, 1)
      await system.refreshAt('2026-11-16T18:00:00Z')
      await system.pollAfter(1)
      await system.refreshAt('2026-11-16T19:00:00Z')
      await system.pollAfter(1)
      return system
    },
)

/** Polls every other hour. */
const pollHours = async (system: System, hours: number): Promise<void> => {
  for (let hour = 0; hour < hours; hour += 2) await system.pollAfter(120)
}

const requestsAbout = (system: System, n: number): number =>
  system.api.asked().filter(({ employeeId }) => employeeId === personId(n)).length

describe('somebody who left', () => {
  test('is published as such once', async ({ afterDismissal }) => {
    const system = await afterDismissal()
    await system.refreshAt('2026-11-16T20:00:00Z')
    const published = await system.published()
    expect(published.map((line) => line.split(' ').slice(0, 2).join(' '))).toEqual([
      '1 employee-left',
    ])
  })

  test('is asked for long enough to tell a last shift that was synced late', async ({
    afterDismissal,
  }) => {
    const system = await afterDismissal()
    await system.events()
    await pollHours(system, 2)
    clock(system.world, 1, { start: '2026-11-16T09:00:00Z', end: '2026-11-16T17:10:00Z' })
    await system.pollAt('2026-11-17T11:00:00Z')
    expect(await system.published()).toEqual([
      '1 clocked-in 2026-11-16T09:00:00Z',
      '1 clocked-out 2026-11-16T17:10:00Z',
    ])
  })

  test('is told of a last shift that was corrected after they left', async ({ afterDismissal }) => {
    const system = await afterDismissal('2026-11-16T17:00:00Z')
    await system.events()
    await system.pollAfter(60)
    const [id = ''] = system.world.clockings.keys()
    correct(system.world, id, { end: '2026-11-16T16:45:00Z' })
    await system.pollAfter(60)
    expect((await system.events()).map(({ type, data }) => [type, data])).toMatchObject([
      [
        'attendance.clocking-amended',
        { changes: [{ field: 'end', after: '2026-11-16T16:45:00Z' }] },
      ],
    ])
  })

  test('is asked for until what is open ends, however late', async ({ start }) => {
    const system = await start({ now: '2026-11-16T08:00:00Z' })
    await watch(system, 3)
    const id = clock(system.world, 1, { start: '2026-11-16T09:00:00Z', end: null })
    await system.pollAt('2026-11-16T17:30:00Z')
    dismiss(system.world, 1)
    await system.refreshAt('2026-11-16T18:00:00Z')
    await system.refreshAt('2026-11-16T19:00:00Z')
    await pollHours(system, 50)
    await system.events()
    correct(system.world, id, { end: '2026-11-18T21:30:00Z' })
    await system.pollAfter(60)
    expect(await system.published()).toEqual(['1 clocked-out 2026-11-18T21:30:00Z'])
  })

  test('is asked no more after that', async ({ afterDismissal }) => {
    const system = await afterDismissal('2026-11-16T17:00:00Z')
    await pollHours(system, 60)
    system.api.asked()
    await pollHours(system, 3)
    expect(requestsAbout(system, 1)).toBe(0)
  })
})

describe.each([403, 404])('a leaver whom the API answers with %i', (status) => {
  test('is at rest in the end, with a log line and a count', async ({ afterDismissal }) => {
    const system = await afterDismissal('2026-11-16T17:00:00Z')
    system.api.trouble({ on: ({ employeeId }) => employeeId === personId(1), status })
    await pollHours(system, 60)
    system.api.asked()
    await pollHours(system, 3)
    expect(requestsAbout(system, 1)).toBe(0)
    expect(system.sum('LeaversRefused')).toBe(1)
    expect(system.logs()).toContainEqual(expect.objectContaining({ employeeId: personId(1) }))
  })

  test('comes to rest even where something of theirs is open', async ({ start }) => {
    const system = await start({ now: '2026-11-16T08:00:00Z' })
    await watch(system, 3)
    clock(system.world, 1, { start: '2026-11-16T09:00:00Z', end: null })
    await system.pollAt('2026-11-16T17:30:00Z')
    dismiss(system.world, 1)
    system.api.trouble({ on: ({ employeeId }) => employeeId === personId(1), status })
    await system.refreshAt('2026-11-16T18:00:00Z')
    await system.refreshAt('2026-11-16T19:00:00Z')
    await pollHours(system, 60)
    system.api.asked()
    await pollHours(system, 3)
    expect(requestsAbout(system, 1)).toBe(0)
    expect(system.sum('LeaversRefused')).toBe(1)
  })
})

test('somebody who is back two days after leaving misses nothing of what they did in between', async ({
  afterDismissal,
}) => {
  const system = await afterDismissal('2026-11-16T17:00:00Z')
  await pollHours(system, 40)
  await system.events()
  employ(system.world, 1)
  clock(system.world, 1, { start: '2026-11-18T08:00:00Z', end: '2026-11-18T10:00:00Z' })
  await system.refreshAt('2026-11-18T12:00:00Z')
  await system.pollAfter(1)
  await system.refreshAt('2026-11-18T13:00:00Z')
  await system.pollAfter(1)
  expect((await system.published()).filter((line) => line.includes(' clocked-'))).toEqual([
    '1 clocked-in 2026-11-18T08:00:00Z',
    '1 clocked-out 2026-11-18T10:00:00Z',
  ])
})
