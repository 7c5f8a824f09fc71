import { describe, expect } from 'vitest'
import { day, hour, minute } from '../../../lib/attendance/moments.ts'
import { readAfter } from '../../../lib/store/events/log-reader.ts'
import { createLogWriter } from '../../../lib/store/events/log-writer.ts'
import { createSegmentStore, type SegmentWriting } from '../../../lib/store/events/segment-store.ts'
import { anEntry } from '../../harness/builders.ts'
import { dropExpired } from '../../harness/drop-expired.ts'
import { test as tableTest } from '../../harness/table-test.ts'

const test = tableTest.extend('log', ({ engines, table }) => {
  const store = createSegmentStore(engines.documents, table.name)
  const clock = { now: Date.parse('2026-11-18T09:00:00Z') }
  const now = () => clock.now
  const notes: number[] = []

  /** A writer while events are kept for so many days. */
  const writer = (days: number) => {
    let [isWritten, isNoted] = [false, true]
    const over: SegmentWriting = {
      ...store,
      create: async (...args) => {
        isWritten = await store.create(...args)
        return isWritten
      },
      note: async (lane, tail, signal) => {
        if (isWritten && !isNoted) throw new Error('Throttled')
        notes.push(tail.last)
        await store.note(lane, tail, signal)
      },
    }
    const { append } = createLogWriter(over, { days, now, machineNow: now })
    const write = async (n: number, isToBeNoted: boolean): Promise<void> => {
      isNoted = isToBeNoted
      isWritten = false
      await append(0, [anEntry(n)])
      clock.now += minute
    }
    return {
      append: (n: number) => write(n, true),
      /** Whoever is killed once a segment is written, or whose note of it fails. */
      appendUnnoted: (n: number) => write(n, false),
    }
  }
  return {
    store,
    clock,
    writer,
    /** The positions that were noted, in order. */
    notes,
    /** The last position, which whoever reads on has read. */
    last: async () => (await store.newest(0))?.last ?? 0,
    /** The numbers of the events after a position. */
    after: async (position: number) =>
      (await readAfter(store, 0, position)).flatMap(({ events }) =>
        events.map(({ id }) => Number(id.slice(-12))),
      ),
    passDays: async (days: number) => {
      clock.now += days * day
      await dropExpired(engines, table.name, clock.now)
    },
  }
})

describe('no position is given twice', () => {
  test('where warm writers of a longer and a shorter time take turns, and a note fails', async ({
    log,
  }) => {
    const [before, since] = [log.writer(30), log.writer(1)]
    await before.append(1)
    await since.append(2)
    await before.append(3)
    await since.appendUnnoted(4)
    const read = await log.last()
    await log.passDays(2)
    await log.writer(1).append(5)
    expect(await log.after(read)).toEqual([5])
  })

  test('where one of a longer time notes what it wrote once one of a shorter time went on', async ({
    log,
  }) => {
    const [before, since] = [log.writer(30), log.writer(1)]
    await since.append(1)
    await before.appendUnnoted(2)
    const late = await log.store.newest(0)
    await since.appendUnnoted(3)
    if (late !== null) await log.store.note(0, late)
    const read = await log.last()
    await log.passDays(2)
    await log.writer(1).append(4)
    expect(await log.after(read)).toEqual([4])
  })

  test('where nothing of a lane was ever noted', async ({ log }) => {
    await log.writer(1).appendUnnoted(1)
    const read = await log.last()
    await log.passDays(2)
    await log.writer(1).append(2)
    expect(await log.after(read)).toEqual([2])
  })

  test('where a lane was silent twice, and what came between was not noted', async ({ log }) => {
    await log.writer(1).append(1)
    await log.passDays(2)
    await log.writer(1).appendUnnoted(2)
    const read = await log.last()
    await log.passDays(2)
    await log.writer(1).append(3)
    expect(await log.after(read)).toEqual([3])
  })
})

test('none are left out while what was not noted is kept: who knows of it would be behind the others', async ({
  log,
}) => {
  await log.writer(1).append(1)
  log.clock.now += 23 * hour - 2 * minute
  const warm = log.writer(1)
  await warm.appendUnnoted(2)
  log.clock.now += minute
  await log.writer(1).append(3)
  await warm.append(4)
  expect(await log.after(0)).toEqual([1, 2, 3, 4])
  expect(await log.last()).toBe(4)
})

test('writers of one time note what they wrote alone, and once of each lane that it begins', async ({
  log,
}) => {
  const [one, other] = [log.writer(30), log.writer(30)]
  await one.append(1)
  await other.append(2)
  await one.append(3)
  expect(log.notes).toEqual([0, 1, 2, 3])
})
