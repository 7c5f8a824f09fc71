import { describe, expect, test } from 'vitest'
import { leavingAlone } from '../../lib/publishing/patience.ts'
import { noneTaken, noTurn, type Publish } from '../../lib/publishing/publication.ts'
import { createPace } from '../../lib/publishing/publishing-pace.ts'
import { anEntry } from '../harness/builders.ts'

const entries = [anEntry(1)]

/** Somebody who does not answer in time, and how often they were asked. */
const silent = () => {
  const clock = { now: 0 }
  let tries = 0
  const publish: Publish = async (all) => {
    tries++
    return { ...noneTaken(all, 'TimeoutError'), isUnanswered: true }
  }
  return { publish: leavingAlone(publish, () => clock.now), clock, tries: () => tries }
}

describe('who does not answer', () => {
  test('is left alone for a minute after three tries, by a clock that was put back for none', async () => {
    const { publish, clock, tries } = silent()
    clock.now = 10 * 3_600_000
    for (let n = 0; n < 5; n++) await publish(entries)
    expect(tries()).toBe(3)
    clock.now -= 3_600_000
    await publish(entries)
    expect(tries()).toBe(4)
  })

  test('is left alone though the clock is put back between their silences', async () => {
    const { publish, clock, tries } = silent()
    clock.now = 10 * 3_600_000
    await publish(entries)
    clock.now -= 3_600_000
    for (let n = 0; n < 9; n++) await publish(entries)
    expect(tries()).toBe(3)
  })

  test('in too little time is asked again, and had no turn', async () => {
    const { publish, tries } = silent()
    for (let n = 0; n < 5; n++)
      expect(await publish(entries, 300)).toEqual(noneTaken(entries, noTurn))
    expect(tries()).toBe(5)
  })

  test('is silent once, however many asked at the same time', async () => {
    let answer = () => {}
    const open = new Promise<void>((resolve) => {
      answer = resolve
    })
    const clock = { now: 0 }
    let tries = 0
    const publish = leavingAlone<(typeof entries)[number]>(
      async () => {
        tries++
        await open
        return { ...noneTaken(entries, 'away'), isUnanswered: true }
      },
      () => clock.now,
    )
    const all = Array.from({ length: 16 }, () => publish(entries))
    clock.now = 1
    answer()
    await Promise.all(all)
    clock.now = 2
    await publish(entries)
    expect(tries).toBe(17)
  })
})

test('a pace waits a second at most, whoever puts the clock back', async () => {
  const clock = { now: 10 * 3_600_000 }
  const waits: number[] = []
  const pace = createPace(1, {
    now: () => clock.now,
    wait: async (milliseconds) => {
      waits.push(milliseconds)
      clock.now += milliseconds
    },
  })
  pace.begin()
  clock.now -= 3_600_000
  await pace.inTurn()(1, async () => {})
  expect(waits).toEqual([])
})
