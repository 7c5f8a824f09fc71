import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect } from 'vitest'
import { aClocking, anEmployee, anId, employeeId } from '../harness/builders.ts'
import { ago } from './support/organisation.ts'
import { eventsIn, test as runTest } from './support/run-test.ts'

/** A test whose organisation has somebody, and whose runs keep their state in one folder. */
const test = runTest.extend('begin', async ({ run, organisation, folder }) => {
  await organisation.put(`employees/${employeeId}`, anEmployee())
  return () => run([...organisation.options, '--data', folder])
})

describe('npm start -- --data <folder>', () => {
  test('continues after kill -9 where it was, with what happened meanwhile', async ({
    organisation,
    begin,
  }) => {
    const first = begin()
    await first.untilSaid('Watching')
    const open = aClocking({ start: ago(60_000), end: null })
    await organisation.put(`clockings/${open.id}`, open)
    const [before] = eventsIn(await first.untilLines(1))
    first.signal('SIGKILL')
    expect(await first.ended).toEqual({ code: null, signal: 'SIGKILL' })

    const whole = aClocking({ id: anId(2, 1), start: ago(50_000), end: ago(40_000) })
    await organisation.put(`clockings/${whole.id}`, whole)
    const second = begin()
    await second.untilSaid('attendance.clocked-out')

    const others = eventsIn(second.lines()).filter(({ id }) => id !== before?.id)
    expect(
      others.map(({ type, sequence, data }) => [type, Number(sequence), data.clocking.id]),
    ).toEqual([
      ['attendance.clocked-in', 2, whole.id],
      ['attendance.clocked-out', 3, whole.id],
    ])
  })

  test('loses nothing that SNS took and its reader had not read when it was killed', async ({
    organisation,
    begin,
  }) => {
    const first = begin()
    await first.untilSaid('Watching')
    first.pause()
    const clockings = Array.from({ length: 150 }, (_, n) =>
      aClocking({ id: anId(2, n), start: ago(60_000 - n), end: null }),
    )
    await Promise.all(clockings.map((each) => organisation.put(`clockings/${each.id}`, each)))
    await delay(3_000)
    first.signal('SIGKILL')
    first.resume()
    await first.ended
    const before = eventsIn(first.whole()).map(({ id }) => id)
    expect(before.length).toBeGreaterThan(0)
    expect(before.length).toBeLessThan(150)

    const second = begin()
    const seen = new Set(before)
    while (seen.size < 150) {
      await second.untilLines(second.lines().length + 1)
      for (const { id } of eventsIn(second.whole())) seen.add(id)
    }
    const both = [...eventsIn(first.whole()), ...eventsIn(second.whole())]
    expect(new Set(both.map(({ data }) => data.clocking.id))).toEqual(
      new Set(clockings.map(({ id }) => id)),
    )
    expect(seen.size).toBe(150)
  })

  test('refuses a folder that another run uses, with one line and exit code 1', async ({
    folder,
    begin,
  }) => {
    const first = begin()
    await first.untilSaid('Watching')
    const second = begin()

    expect(await second.ended).toEqual({ code: 1, signal: null })
    expect(second.errors()).toEqual([
      `error: --data: the folder ${folder} is in use by another run`,
    ])
    expect(second.lines()).toEqual([])
  })

  test('refuses a folder with the state of another API', async ({
    organisation,
    folder,
    run,
    begin,
  }) => {
    const first = begin()
    await first.untilSaid('Watching')
    first.signal('SIGTERM')
    expect(await first.ended).toEqual({ code: 0, signal: null })
    const second = run(['--data', folder], '')

    expect(await second.ended).toEqual({ code: 1, signal: null })
    expect(second.errors()).toEqual([
      `error: --data: the folder holds a run with --api ${organisation.baseUrl}, ` +
        'which cannot go on with --employees 40 --seed 1; choose another folder',
    ])
  })
})
