import { describe, expect } from 'vitest'
import type { ReplayProgress } from '../../lib/store/events/replay-record.ts'
import { eventKeys } from '../../lib/store/tables.ts'
import { recorded, test as replayTest } from './support.ts'

const test = replayTest.extend('lanes', async ({ replaying, table }) => {
  const { logged, begin, goOn } = replaying
  for (let n = 1; n <= 4; n++) await logged(1, recorded(n, `0${n}:00:00`))
  for (let n = 5; n <= 8; n++) await logged(2, recorded(n, `0${n}:00:00`))
  return {
    expire: (lane: number, position: number) => table.remove(eventKeys.segment(lane, position)),
    /** Replays from a time of that day on. @returns whether some may be gone */
    isPartlyGone: async (from = '00:00:00') => {
      const to = '2026-11-19T00:00:00Z'
      const span = { from: `2026-11-18T${from}Z`, to }
      const { state, isPartlyGone } = await goOn(await begin({ span }))
      expect(state).toBe('done')
      return isPartlyGone
    },
  }
})

describe('a replay notes that some of it may have expired before what is kept', () => {
  test('not where all of it is kept', async ({ lanes: { isPartlyGone } }) => {
    expect(await isPartlyGone()).toBe(false)
  })

  test('between what is kept of a lane, in whatever slice that is found', async ({
    lanes: { expire, isPartlyGone },
    replaying: { begin, goOn, sent },
  }) => {
    await expire(1, 3)
    let progress: ReplayProgress = await begin({ perSecond: 1 })
    while (progress.state !== 'done') progress = await goOn(progress, { seconds: 1 })
    expect(progress).toMatchObject({ isPartlyGone: true })
    expect(sent).toEqual(['1', '2', '4', '5', '6', '7', '8'])
    expect(await isPartlyGone('04:30:00')).toBe(false)
  })

  test('at the start of a lane', async ({ lanes: { expire, isPartlyGone } }) => {
    await expire(2, 1)
    expect(await isPartlyGone()).toBe(true)
    expect(await isPartlyGone('06:30:00')).toBe(false)
  })

  test('at the end of a lane', async ({ lanes: { expire, isPartlyGone } }) => {
    await expire(1, 4)
    expect(await isPartlyGone()).toBe(true)
    // An hour of wrong clocks included.
    expect(await isPartlyGone('05:00:01')).toBe(false)
  })
})
