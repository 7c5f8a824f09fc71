import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { forgetEmployee } from '../../cli/forget/forget-employee.ts'
import { holdingsOf, isNothing } from '../../cli/forget/holdings.ts'
import { clock, dismiss, employ, holiday, personId, watch } from '../promise/support/people.ts'
import { test } from '../promise/support/system.ts'

const on = (time: string): string => `2026-11-16T${time}:00Z`

test('of who is forgotten while they are asked about still, and hired again, nothing is told twice', async ({
  start,
  engines,
}) => {
  const system = await start()
  const deliveriesTable = `deliveries-${randomUUID()}`
  await engines.createTable(deliveriesTable)
  const { tableName: table, eventsTable } = system
  const tables = { documents: engines.documents, table, eventsTable, deliveriesTable }
  holiday(system.world, 1, '2026-11-15', '2026-11-15')
  await watch(system, 2)
  clock(system.world, 1, { start: on('08:05'), end: on('08:06') })
  await system.pollAfter(10)
  dismiss(system.world, 1)
  await system.refreshAt(on('08:10'))
  await system.refreshAt(on('08:21'))
  await system.poll()
  const holdings = await holdingsOf(tables, personId(1))
  expect(isNothing(await forgetEmployee(tables, personId(1), holdings))).toBe(true)
  await system.pollAfter(5)
  employ(system.world, 1)
  await system.refreshAt(on('08:40'))
  await system.refreshAt(on('08:51'))
  clock(system.world, 1, { start: on('08:52'), end: null })
  await system.pollAfter(2, 1)
  expect((await system.published()).filter((each) => each.startsWith('1 '))).toEqual([
    `1 clocked-in ${on('08:05')}`,
    `1 clocked-out ${on('08:06')}`,
    `1 employee-left ${on('08:21')}`,
    `1 employee-joined ${on('08:51')}`,
    `1 clocked-in ${on('08:52')}`,
  ])
})
