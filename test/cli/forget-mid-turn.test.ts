import { randomUUID } from 'node:crypto'
import { ScanCommand } from '@aws-sdk/lib-dynamodb'
import { expect } from 'vitest'
import { forgetEmployee } from '../../cli/forget/forget-employee.ts'
import { holdingsOf, isNothing, type Tables } from '../../cli/forget/holdings.ts'
import { minute, utc } from '../../lib/attendance/moments.ts'
import { test as alertTest } from '../alerts/support/alert-test.ts'
import { aClockIn, anEvent, aRule, clocking } from '../alerts/support/events.ts'
import { anId } from '../harness/builders.ts'
import type { Engines } from '../harness/engines.ts'
import { test } from '../webhooks/support/webhook-test.ts'

const who = anId(1)

/** All tables of an environment, of which the deliveries are those of a world. */
const tablesWith = async (
  { documents, createTable }: Engines,
  deliveriesTable: string,
): Promise<Tables> => {
  const [table, eventsTable] = [`state-${randomUUID()}`, `events-${randomUUID()}`]
  await createTable(table)
  await createTable(eventsTable)
  return { documents, table, eventsTable, deliveriesTable }
}

/** Forgets them, as the command does. @returns whether it says that nothing is left */
const forget = async (tables: Tables): Promise<boolean> =>
  isNothing(await forgetEmployee(tables, who, await holdingsOf(tables, who)))

/** What the deliveries hold that has one of some words in it. */
const itemsWith = async ({ documents, deliveriesTable }: Tables, words: readonly string[]) => {
  const { Items = [] } = await documents.send(new ScanCommand({ TableName: deliveriesTable }))
  return Items.filter((item) => words.some((word) => JSON.stringify(item).includes(word)))
}

test.for([
  [false, 204],
  [true, 204],
  [false, 500],
  [true, 500],
] as const)(
  'who is forgotten while an endpoint is posted one of their events is posted no other, and nothing stays (ordered: %s, answer: %i)',
  async ([ordered, status], { start, engines }) => {
    const world = await start({ name: 'payroll', ordered })
    const tables = await tablesWith(engines, world.tableName)
    const { behaveAs } = world.receiver('payroll')
    const ids = [1, 2, 3].map((n) => anId(n, 9))
    for (const [n, id] of ids.entries())
      world.publish({
        ...aClockIn(1, utc(world.now())),
        id,
        sequence: String(n + 1).padStart(20, '0'),
      })
    let posted = 0
    let forgotten: Promise<boolean> | null = null
    behaveAs((response) => {
      posted += 1
      forgotten ??= forget(tables)
      void forgotten.then(() => response.writeHead(status).end())
    })
    await world.run(world.now() + minute)
    expect(await forgotten).toBe(true)
    expect(posted).toBe(1)
    expect(await itemsWith(tables, [who, ...ids])).toEqual([])
    expect(world.dead('payroll')).toEqual([])
  },
)

alertTest(
  'who is forgotten while a channel is told of somebody else is told of no more, and leaves no mark',
  async ({ start, engines }) => {
    const rules = [aRule({ name: 'in', group: 10 })]
    const world = await start([...rules, aRule({ name: 'out', on: ['clocked-out'], group: 10 })])
    const tables = await tablesWith(engines, world.tableName)
    const end = '2026-11-20T09:00:01Z'
    const { employee } = aClockIn(1, end).data
    const leaving = { employee, clocking: { ...clocking, end } }
    const id = anId(1, 8)
    world.publish(aClockIn(2, '2026-11-20T09:00:00Z'))
    world.publish(anEvent('clocked-out', leaving, { time: end, id, sequence: 2 }))
    const { slack } = world.ports.outlets
    const told: string[] = []
    let forgotten: Promise<boolean> | null = null
    const send: typeof slack.send = async (...said) => {
      told.push(JSON.stringify(said[1]))
      const answer = await slack.send(...said)
      forgotten ??= forget(tables)
      await forgotten
      return answer
    }
    const process = {
      hasDied: () => false,
      change: (ports: typeof world.ports) => ({
        ...ports,
        outlets: { ...ports.outlets, slack: { ...slack, send } },
      }),
    }
    await world.run('2026-11-20T10:00:00Z', process)
    expect(await forgotten).toBe(true)
    expect(told).toHaveLength(1)
    expect(told.join()).not.toContain('Person1')
    expect(await itemsWith(tables, [who, id])).toEqual([])
  },
)
