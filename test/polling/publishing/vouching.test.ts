import { expect, test } from 'vitest'
import type { EmployeeState } from '../../../lib/attendance/state/state.ts'
import { saveAndPublish } from '../../../lib/polling/publishing/save-and-publish.ts'
import { vouchFor } from '../../../lib/polling/publishing/vouching.ts'
import { anEntry, anId, aState } from '../../harness/builders.ts'

type Written = { id: string; outbox: number; poll: number | undefined }

/** A poll with the number 7, a topic that takes so many events of each outbox, and saves that fail for some. */
const aPoll = (
  takes = 10,
  fate: (state: EmployeeState) => 'saved' | 'overtaken' | 'lost' = () => 'saved',
) => {
  const written: Written[] = []
  const noted: EmployeeState[] = []
  const vouching = vouchFor('0001', 7, {
    note: (state) => noted.push(state),
    save: async (_shardId, state, poll) => {
      const how = fate(state)
      if (how === 'overtaken') return null
      written.push({ id: state.employeeId, outbox: state.outbox.length, poll })
      if (how === 'lost') throw new Error('TimeoutError')
      return { ...state, version: state.version + 1 }
    },
  })
  const ports = {
    ...vouching,
    publish: async (entries: readonly { id: string }[]) => ({
      acknowledged: new Set(entries.slice(0, takes).map(({ id }) => id)),
      failures: new Map(),
    }),
    onPublished: () => {},
    onPublishFailure: () => {},
  }
  const tell = (n: number, events = 1) => {
    const outbox = Array.from({ length: events }, (_, each) => anEntry(10 * n + each))
    return saveAndPublish('0001', aState({ employeeId: anId(n), version: 3, outbox }), ports)
  }
  return { tell, written, noted, settle: vouching.settle }
}

test('what is delivered is not written again, and no longer waits', async () => {
  const poll = aPoll()
  const told = await poll.tell(1, 2)
  expect(told).toMatchObject({ version: 4, outbox: [] })
  expect(poll.noted).toEqual([told])
  expect(await poll.settle()).toBe(true)
  expect(poll.written).toEqual([{ id: anId(1), outbox: 2, poll: 7 }])
})

test.each([0, 1])(
  'what SNS did not take stays without the number, where it took %i of 2',
  async (takes) => {
    const poll = aPoll(takes)
    expect((await poll.tell(1, 2))?.outbox).toHaveLength(2 - takes)
    expect(await poll.settle()).toBe(true)
    expect(poll.written).toEqual([
      { id: anId(1), outbox: 2, poll: 7 },
      { id: anId(1), outbox: 2 - takes, poll: undefined },
    ])
  },
)

test('a state without an event says nothing of the poll', async () => {
  const poll = aPoll(0, ({ outbox }) => (outbox.length === 0 ? 'overtaken' : 'saved'))
  expect(await poll.tell(1, 0)).toBeNull()
  expect(await poll.settle()).toBe(true)
})

test.each(['overtaken', 'lost'] as const)(
  'where a save was %s, and may have been taken, the others are cleared one by one',
  async (how) => {
    const poll = aPoll(10, ({ employeeId, outbox }) =>
      employeeId === anId(2) && outbox.length > 0 ? how : 'saved',
    )
    await poll.tell(1)
    await poll.tell(2).catch(() => null)
    poll.written.length = 0
    expect(await poll.settle()).toBe(false)
    expect(poll.written).toEqual([{ id: anId(1), outbox: 0, poll: undefined }])
  },
)

test('a poll does not vouch for what it could not save without the number', async () => {
  let saves = 0
  const poll = aPoll(0, () => (++saves === 2 ? 'overtaken' : 'saved'))
  expect(await poll.tell(1)).toBeNull()
  expect(await poll.settle()).toBe(false)
})
