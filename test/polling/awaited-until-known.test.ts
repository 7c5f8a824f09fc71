import { describe, expect, test } from 'vitest'
import { day, epochMs, hour, minute, utc } from '../../lib/attendance/moments.ts'
import type { PollPorts } from '../../lib/polling/poll.ts'
import type { Clocking } from '../../lib/workforce/contract/clocking.ts'
import { markOf } from '../../lib/workforce/nameless.ts'
import { aClocking, anId, aState, aTrackedClocking } from '../harness/builders.ts'
import { memoryShard, pollTime } from '../harness/memory-shard.ts'

/** What the API makes of a clocking: with its id and in a form that can be read or not, without an id, or not at all. */
type Form = 'whole' | 'broken' | 'nameless' | 'gone'
type Shown = { clocking: Clocking; form: Form }

const asShown = ({ clocking, form }: Shown, index: number) => {
  const { id, ...content } = clocking
  return {
    index,
    id: form === 'nameless' ? markOf({ ...content, id: null }) : id,
    problems: ['id'],
  }
}

/** Shows of one person what is active in the range asked for. */
const apiShowing = (shown: () => readonly Shown[], onCall: () => void) => {
  const listClockings: PollPorts['api']['listClockings'] = async function* ({ from, to }) {
    onCall()
    const all = shown().filter(
      ({ clocking: { start, end }, form }) =>
        form !== 'gone' &&
        epochMs(start) <= epochMs(to ?? '') &&
        (end === null || epochMs(end) >= epochMs(from ?? '')),
    )
    yield {
      records: all.flatMap(({ clocking, form }) => (form === 'whole' ? [clocking] : [])),
      rejected: all.filter(({ form }) => form !== 'whole').map(asShown),
    }
  }
  return listClockings
}

const id = (n: number) => anId(1, n)
const between = (n: number, from: number, to: number | null) =>
  aClocking({
    id: id(n),
    employeeId: anId(1),
    start: utc(from),
    end: to === null ? null : utc(to),
  })

/** Somebody whose clockings are known, polled while the API shows them in one form after another. */
const employed = async (...clockings: Clocking[]) => {
  const known = Object.fromEntries(clockings.map((each) => [each.id, aTrackedClocking(each)]))
  const unaskedSince = { clockings: null, absences: null }
  const state = aState({ employeeId: anId(1), version: 0, clockings: known, unaskedSince })
  const shard = await memoryShard([state])
  let [now, calls] = [pollTime, 0]
  let shown: readonly Shown[] = []
  const listClockings = apiShowing(
    () => shown,
    () => calls++,
  )
  return {
    /** Polls every ten minutes for so long. @returns how many calls that took */
    pollsWhile: async (forms: readonly Shown[], lasting: number) => {
      shown = forms
      const before = calls
      const until = now + lasting
      for (; now < until; now += 10 * minute)
        await shard.poll(
          {},
          {
            api: { ...shard.ports.api, listClockings },
            now: () => now,
            memory: shard.ports.memory,
          },
        )
      return calls - before
    },
    sleeps: (time: number) => {
      now += time
    },
    told: () => shard.published,
  }
}

const removed = ['attendance.clocking-removed']

describe('a clocking that is deleted while another has no id', () => {
  const morning = between(1, pollTime - 11 * hour, pollTime - 10 * hour)
  const night = between(2, pollTime - 12 * hour, pollTime - 11 * hour)
  const yesterday = between(1, pollTime - 24 * hour, pollTime - 23.5 * hour)
  const both = (first: Clocking, forms: [Form, Form]): Shown[] => [
    { clocking: first, form: forms[0] },
    { clocking: night, form: forms[1] },
  ]

  test.each([
    ['for longer than the lookback', morning, 30 * hour],
    ['until just after the first has left the lookback', yesterday, hour],
    ['for weeks', morning, 12 * day],
  ])(
    'is told as removed once the other has its id again, which it lacks %s',
    async (_what, first, lasting) => {
      const employee = await employed(first, night)
      await employee.pollsWhile(both(first, ['whole', 'whole']), 20 * minute)
      await employee.pollsWhile(both(first, ['gone', 'nameless']), lasting)
      expect(employee.told()).toEqual([])
      await employee.pollsWhile(both(first, ['gone', 'whole']), 2 * hour)
      expect(employee.told()).toEqual(removed)
    },
  )

  test('is told, though one answer alone after an outage lacked it', async () => {
    const employee = await employed(morning, night)
    await employee.pollsWhile(both(morning, ['whole', 'whole']), 20 * minute)
    employee.sleeps(60 * hour)
    await employee.pollsWhile(both(morning, ['gone', 'nameless']), 10 * minute)
    await employee.pollsWhile(both(morning, ['gone', 'whole']), 2 * hour)
    expect(employee.told()).toEqual(removed)
  })

  test('is told once that is read, also where it is the second that was deleted', async () => {
    const employee = await employed(morning, night)
    await employee.pollsWhile(both(morning, ['whole', 'whole']), 20 * minute)
    await employee.pollsWhile(both(morning, ['nameless', 'gone']), 30 * hour)
    await employee.pollsWhile(both(morning, ['whole', 'gone']), 2 * hour)
    expect(employee.told()).toEqual(removed)
  })

  test('costs a call every half hour once both have left the window', async () => {
    const employee = await employed(morning, night)
    await employee.pollsWhile(both(morning, ['whole', 'whole']), 20 * minute)
    await employee.pollsWhile(both(morning, ['gone', 'nameless']), 2 * day)
    const polls = (5 * day) / (10 * minute)
    const calls = await employee.pollsWhile(both(morning, ['gone', 'nameless']), 5 * day)
    expect(calls - polls).toBeLessThanOrEqual((5 * day) / (30 * minute))
  })
})

describe('a clocking that is deleted', () => {
  test('is told though another, known as open, has ended in a form that cannot be read', async () => {
    const open = between(1, pollTime - 2 * hour, null)
    const ended = between(1, pollTime - 2 * hour, pollTime - hour)
    const other = between(2, pollTime - 5 * hour, pollTime - 4 * hour)
    const employee = await employed(open, other)
    await employee.pollsWhile(
      [
        { clocking: ended, form: 'broken' },
        { clocking: other, form: 'gone' },
      ],
      hour,
    )
    expect(employee.told()).toEqual(removed)
  })

  test('is told alone, though another of whose content it was when it lost its id loses its own then', async () => {
    const afternoon = between(4, pollTime - 4 * hour, pollTime - 3 * hour)
    const third = between(3, pollTime - 8 * hour, pollTime - 7 * hour)
    const moved = { ...afternoon, id: third.id }
    const employee = await employed(third, afternoon)
    const shown = (one: Form, other: Form): Shown[] => [
      { clocking: moved, form: one },
      { clocking: afternoon, form: other },
    ]
    await employee.pollsWhile(shown('nameless', 'whole'), hour)
    await employee.pollsWhile(shown('gone', 'nameless'), hour)
    expect(employee.told()).toEqual([])
    await employee.pollsWhile(shown('gone', 'whole'), hour)
    expect(employee.told()).toEqual(removed)
  })
})
