import { describe, expect } from 'vitest'
import { test } from '../support/leaving.ts'
import { holiday, watch } from '../support/people.ts'

const on = (time: string, day = '16'): string => `2026-11-${day}T${time}:00Z`

describe('an absence that had ended before the first run, and was not asked for then, is no news', () => {
  test.for(['Europe/London', 'Pacific/Kiritimati', 'Pacific/Pago_Pago'])(
    'weeks later, once the lookback is longer, of whoever was idle: in %s',
    async (timeZone, { world }) => {
      const { system, days, told } = await world({ workday: { timeZone } })
      for (const last of ['2026-11-12', '2026-11-13', '2026-11-14'])
        holiday(system.world, 1, '2026-11-11', last)
      await watch(system, 1)
      await days(14)
      expect(await told()).toEqual([])
      system.deploy({ polling: { lookbackHours: 720 } })
      await system.pollAfter(16, 16)
      expect(await told()).toEqual([])
    },
  )

  test('of whoever leaves, is forgotten by an operator and hired again', async ({ world }) => {
    const { system, forget, leave, hireAgainAt, told } = await world()
    holiday(system.world, 1, '2026-11-11', '2026-11-13')
    await watch(system, 2)
    await system.pollAfter(16)
    await leave()
    await forget()
    await told()
    await hireAgainAt(on('11:00'))
    await system.pollAfter(16, 16)
    expect(await told()).toEqual([`1 employee-joined ${on('11:11')}`])
  })
})
