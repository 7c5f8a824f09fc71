import { describe, expect, test } from 'vitest'
import { epochMs } from '../../lib/attendance/moments.ts'
import type { EmployeeState } from '../../lib/attendance/state.ts'
import type { UnsavedState } from '../../lib/polling/poll-report.ts'
import {
  leaveBehind,
  type Poll,
  tellOrLeaveBehind,
} from '../../lib/polling/tell-or-leave-behind.ts'
import { aClocking, aSnapshot, aState, employeeId, rules } from '../harness/builders.ts'

const now = '2026-11-18T18:00:00Z'
const polledThrough = '2026-11-18T17:00:00Z'
const absencesReadAt = '2026-11-18T16:45:00Z'
const shown = aSnapshot(now, { clockings: [aClocking()] })

/** A poll whose saves end as the test says, one after the other, the last way for ever. */
const aPoll = (...ends: ('saved' | 'overtaken' | Error)[]) => {
  const saves: EmployeeState[] = []
  const published: unknown[] = []
  const poll: Poll = {
    shard: { shardId: '0001', members: 1, polledThrough, absencesReadAt, sweep: null },
    now: epochMs(now),
    absencesDue: false,
    delivery: {
      save: async (_shardId, state) => {
        const end = ends[Math.min(saves.length, ends.length - 1)]
        saves.push(state)
        if (end instanceof Error) throw end
        return end === 'overtaken' ? null : { ...state, version: state.version + 1 }
      },
      publish: async (entries) => {
        published.push(...entries.map(({ message }) => JSON.parse(message).data.observed))
        return { acknowledged: new Set(entries.map(({ id }) => id)), failures: [] }
      },
      onPublished: () => {},
      onPublishFailure: () => {},
    },
  }
  return { poll, saves, published }
}

describe('leaving behind', () => {
  test('remembers since when both clockings and absences were read', async () => {
    const { poll, saves } = aPoll('saved')
    expect(await leaveBehind(aState(), poll)).toBe(true)
    expect(saves).toEqual([aState({ behindSince: absencesReadAt })])
  })

  test('keeps the moment that is remembered already, and writes nothing', async () => {
    const { poll, saves } = aPoll('saved')
    expect(await leaveBehind(aState({ behindSince: polledThrough }), poll)).toBe(true)
    expect(saves).toEqual([])
  })

  test('is not remembered where another writer was first', async () => {
    expect(await leaveBehind(aState(), aPoll('overtaken').poll)).toBe(false)
  })
})

describe('telling', () => {
  const tell = async (poll: Poll, state = aState(), snapshot = shown) => {
    const unsaved: UnsavedState[] = []
    const telling = await tellOrLeaveBehind(state, snapshot, poll, rules(), unsaved)
    return { telling, unsaved }
  }

  test('says between which polls a change became visible', async () => {
    const behindSince = '2026-11-10T08:00:00Z'
    const baselineAt = '2026-11-18T08:30:00Z'
    for (const [state, after] of [
      [aState(), polledThrough],
      [aState({ behindSince }), behindSince],
      [aState({ seen: false, baselineAt }), baselineAt],
      [aState({ seen: false }), null],
    ] as const) {
      const { poll, published } = aPoll('saved')
      expect(await tell(poll, state)).toEqual({ telling: 'told', unsaved: [] })
      expect(published).toEqual([
        { after, by: now },
        { after, by: now },
      ])
    }
  })

  test('of what cannot be saved leaves the employee behind, and names the error', async () => {
    const { poll, saves } = aPoll(new RangeError('too large'), 'saved')
    expect(await tell(poll)).toEqual({
      telling: 'unsaved',
      unsaved: [{ employeeId, problem: 'RangeError' }],
    })
    expect(saves.at(-1)).toEqual(aState({ behindSince: absencesReadAt }))
  })

  test('of what cannot be saved counts as overtaken where another writer is first', async () => {
    const { poll } = aPoll(new RangeError('too large'), 'overtaken')
    expect(await tell(poll)).toMatchObject({ telling: 'overtaken' })
  })

  test('fails where nothing at all can be saved', async () => {
    const { poll } = aPoll(new RangeError('no table'))
    await expect(tell(poll)).rejects.toThrow('no table')
  })
})
