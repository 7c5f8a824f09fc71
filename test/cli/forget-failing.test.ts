import { randomUUID } from 'node:crypto'
import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { describe, expect } from 'vitest'
import { forgetEmployee } from '../../cli/forget/forget-employee.ts'
import { holdingsOf, isNothing, type Tables } from '../../cli/forget/holdings.ts'
import { holdingsText } from '../../cli/forget/holdings-text.ts'
import { deliveryKeys } from '../../lib/store/tables.ts'
import { test as alertTest } from '../alerts/support/alert-test.ts'
import type { AlertWorld } from '../alerts/support/alert-world.ts'
import { aClockIn, aRule } from '../alerts/support/events.ts'
import { deadLetters, hours } from '../alerts/support/failing.ts'
import { later } from '../alerts/support/morning.ts'
import { anId } from '../harness/builders.ts'

const test = alertTest
  .extend('tables', async ({ engines }): Promise<Omit<Tables, 'deliveriesTable'>> => {
    const [table, eventsTable] = [`state-${randomUUID()}`, `events-${randomUUID()}`]
    await engines.createTable(table)
    await engines.createTable(eventsTable)
    return { documents: engines.documents, table, eventsTable }
  })
  .extend('failing', async ({ start, tables }) =>
    failingAtThree(await start([aRule({ group: 0 })]), tables),
  )

const gone = anId(3)

/** A channel that takes what is said of others, and fails at Person3. */
const failingAtThree = async (world: AlertWorld, others: Omit<Tables, 'deliveriesTable'>) => {
  world.slack.decide((raw) => (raw.includes('Person3 ') ? { status: 500 } : null))
  for (const n of [1, 3, 4]) world.publish(aClockIn(n, later(n)))
  await world.run(hours(0.5))
  return { world, tables: { ...others, deliveriesTable: world.tableName } }
}

/** By what it is noted that the channel fails at something. */
const noted = async ({ documents, deliveriesTable }: Tables): Promise<string[]> => {
  const { Attributes = {} } = await documents.send(
    new UpdateCommand({
      TableName: deliveriesTable,
      Key: deliveryKeys.destination('slack:office'),
      UpdateExpression: 'REMOVE nothing',
      ReturnValues: 'ALL_NEW',
    }),
  )
  return Object.keys(Attributes['failing'] ?? {})
}

const forget = async (tables: Tables): Promise<boolean> =>
  isNothing(await forgetEmployee(tables, gone, await holdingsOf(tables, gone)))

describe('who is forgotten while a channel fails at what is said of them', () => {
  test('is told so in counts, and leaves no note of it, though the log has none of their events', async ({
    failing: { tables },
  }) => {
    expect(await noted(tables)).toHaveLength(1)
    const text = holdingsText(await holdingsOf(tables, gone))
    expect(text).toContain('     1  what destinations failed at')
    expect(text).toContain('     0  events in the log')
    expect(await forget(tables)).toBe(true)
    expect(await noted(tables)).toEqual([])
  })

  test('leaves the notes of others', async ({ failing: { world, tables } }) => {
    world.slack.decide((raw) => (/Person[35] /.test(raw) ? { status: 500 } : null))
    world.publish(aClockIn(5, hours(0.6)))
    await world.run(hours(0.7))
    expect(await noted(tables)).toHaveLength(2)
    expect(await forget(tables)).toBe(true)
    expect(await noted(tables)).toEqual([expect.stringContaining(anId(5, 9))])
  })

  test('is noted no more from the next turn on, where a turn that was under way noted it once more', async ({
    failing: { world, tables },
  }) => {
    const [id = ''] = await noted(tables)
    expect(await forget(tables)).toBe(true)
    const since = { since: world.now(), tries: 9, last: world.now() }
    await tables.documents.send(
      new UpdateCommand({
        TableName: tables.deliveriesTable,
        Key: deliveryKeys.destination('slack:office'),
        UpdateExpression: 'SET failing = :failing, takesSome = :true',
        ExpressionAttributeValues: { ':failing': { [id]: since }, ':true': true },
      }),
    )
    world.publish(aClockIn(6, hours(0.6)))
    await world.run(hours(0.7))
    expect(await noted(tables)).toEqual([])
    expect(deadLetters(world)).toEqual([])
  })
})
