import { describe, expect, test } from 'vitest'
import { aClocking, anId } from '../../harness/builders.ts'
import { createPacedSystem, type PacedOptions, people } from './paced-system.ts'

const shardOf = (n: number): number => Math.ceil(n / 5)

/** One of each of the first three. */
const isUnsavable = (n: number): boolean => n % 5 === 1 && shardOf(n) <= 3

/** Six shards of five, for which the budget is too small by half. */
const scarce = { people: 30, shardSize: 5, requestsPerSecond: 0.3 }

const failing: [string, Partial<PacedOptions>][] = [
  [
    'of whose people the API fails for all',
    { behave: ({ n, minutes }) => (shardOf(n) <= 3 && minutes > 5 ? { status: 500 } : undefined) },
  ],
  [
    'of which all are refused',
    { behave: ({ n, minutes }) => (shardOf(n) <= 3 && minutes > 5 ? { status: 403 } : undefined) },
  ],
  ['whose poller is killed', { isKilled: (id, minutes) => id <= '0003' && minutes > 5 }],
  [
    'of each of which somebody cannot be saved while their events wait',
    {
      clockings: (n, minutes) =>
        isUnsavable(n) && minutes > 5
          ? [aClocking({ id: anId(n, 1), employeeId: anId(n), start: '2026-11-18T07:30:00Z' })]
          : [],
      isTaken: (n, minutes) => !isUnsavable(n) || minutes > 12,
      onSave: ({ employeeId }, minutes) => {
        if (isUnsavable(Number(employeeId.slice(-4))) && minutes > 12)
          throw new RangeError('it cannot be saved')
      },
    },
  ],
]

describe('where there is not time for all', () => {
  test.each(failing)('three shards %s hold up no other', async (_how, options) => {
    const healthy = await createPacedSystem(scarce)
    const system = await createPacedSystem({ ...scarce, ...options })
    await healthy.runMinutes(60)
    await system.runMinutes(60)
    const usual = healthy.longestGap(people(16, 30), 10)
    expect(usual).toBeGreaterThan(1.5)
    expect(system.longestGap(people(16, 30), 10)).toBeLessThan(2 * usual)
  })
})
