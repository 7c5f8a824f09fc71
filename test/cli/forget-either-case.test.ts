import { describe, expect } from 'vitest'
import { forgetEmployee } from '../../cli/forget/forget-employee.ts'
import { checkForgettable } from '../../cli/forget/forgettable.ts'
import { holdingsOf, isNothing } from '../../cli/forget/holdings.ts'
import { amina, anEvent, clocking } from '../alerts/support/events.ts'
import { anId } from '../harness/builders.ts'
import { test as engineTest } from '../harness/engine-test.ts'
import { logged } from '../read-api/support/read-test.ts'
import { type Held, holdBoth, leaver, nine, waitingFor } from './held-people.ts'

const test = engineTest.extend('held', ({ engines }): Promise<Held> => holdBoth(engines))

const small = '3f1c9a52-7f0e-4f7a-9a38-64a1f3f4f2d1'
const mixed = '3f1c9a52-7F0E-4f7a-9a38-64A1F3F4F2D1'
const large = small.toUpperCase()
const terms = { lookbackHours: 24, isOpenToo: false }

/** Holds somebody's state, an event in the log, and one that waits for an endpoint. */
const hold = async (
  { employees, writer, deliveries }: Held,
  employeeId: string,
  membership: 'leaver' | 'member' = 'leaver',
): Promise<void> => {
  await employees.save('0001', leaver({ employeeId, membership, sequence: 7 }))
  const data = {
    employee: { ...amina, id: employeeId },
    clocking: { ...clocking, id: anId(77, 1), employeeId },
  }
  const event = anEvent('clocked-in', data, { id: anId(77, 9), time: nine })
  await writer.append(1, [logged(event)])
  await deliveries.accept('payroll', { ...waitingFor(77), subject: employeeId })
}

describe('an id that the API has in other letters than an operator types', () => {
  test.for([
    [small, large],
    [large, small],
    [mixed, small],
    [mixed, large],
  ] as const)('%s is forgotten as %s', async ([employeeId, typed], { held }) => {
    const { tables, employees } = held
    await hold(held, employeeId)
    const holdings = await holdingsOf(tables, typed)
    expect(holdings).toMatchObject({ saved: { state: { employeeId } }, segments: [{ lane: 1 }] })
    // What waits, and the mark of when it is due.
    expect(holdings.deliveries).toHaveLength(2)
    expect(isNothing(await forgetEmployee(tables, typed, holdings))).toBe(true)
    expect(isNothing(await holdingsOf(tables, employeeId))).toBe(true)
    const kept = await employees.retired([employeeId])
    expect(kept.get(employeeId)).toMatchObject({ sequence: 7 })
  })

  test('keeps whoever is still on the roster, with their events', async ({ held }) => {
    await hold(held, large, 'member')
    const holdings = await holdingsOf(held.tables, small)
    expect(() => checkForgettable(holdings, terms)).toThrow('They are still on the roster')
  })

  test('is not forgotten while the other is on the roster, where the API has given out both', async ({
    held,
  }) => {
    await hold(held, large, 'member')
    await hold(held, small)
    for (const typed of [small, mixed, large]) {
      const holdings = await holdingsOf(held.tables, typed)
      expect(() => checkForgettable(holdings, terms), typed).toThrow('still on the roster')
    }
    await held.employees.save(
      '0001',
      leaver({ employeeId: large, membership: 'leaver', version: 1 }),
    )
    const holdings = await holdingsOf(held.tables, small)
    expect(holdings).toMatchObject({ saved: { state: { employeeId: small } } })
    expect(() => checkForgettable(holdings, terms)).not.toThrow()
  })
})
