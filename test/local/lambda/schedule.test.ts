import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { startSchedule } from '../../../local/lambda/schedule.ts'

const noErrors = () => {
  throw new Error('no turn should fail')
}

describe('a schedule', () => {
  test('begins at once and leaves out turns while one runs', async () => {
    let running = 0
    let most = 0
    let turns = 0
    const work = async () => {
      running += 1
      turns += 1
      most = Math.max(most, running)
      await delay(60)
      running -= 1
    }
    const schedule = startSchedule(10, work, noErrors)
    expect(turns).toBe(1)
    await delay(200)
    await schedule.stop()
    expect(most).toBe(1)
    expect(running).toBe(0)
    const atEnd = turns
    await delay(50)
    expect(turns).toBe(atEnd)
    expect(atEnd).toBeGreaterThan(1)
  })

  test('goes on after a turn that failed, and tells of it', async () => {
    const errors: unknown[] = []
    const { promise: twice, resolve } = Promise.withResolvers<void>()
    const work = async () => {
      throw new Error('broken')
    }
    const schedule = startSchedule(10, work, (error) => {
      errors.push(error)
      if (errors.length === 2) resolve()
    })
    await twice
    await schedule.stop()
    expect(errors.slice(0, 2)).toEqual([new Error('broken'), new Error('broken')])
  })
})
