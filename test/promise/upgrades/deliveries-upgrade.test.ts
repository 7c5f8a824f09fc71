import { readFileSync } from 'node:fs'
import { expect, vi } from 'vitest'
import { aClockIn, anEvent, clocking } from '../../alerts/support/events.ts'
import { anId } from '../../harness/builders.ts'
import { test as engineTest } from '../../harness/engine-test.ts'
import { startAlerts } from '../support/alerts.ts'
import { type Item, textOf } from '../support/table.ts'

/** The function on a table that the version before schemas were numbered has left in use. */
const test = engineTest.extend('loaded', async ({ engines }, { onCleanup }) => {
  const alerts = await startAlerts(engines, '2026-11-20T17:05:00Z')
  onCleanup(async () => {
    vi.restoreAllMocks()
    vi.unstubAllEnvs()
    await alerts.close()
  })
  const url = new URL('../fixtures/deliveries.json', import.meta.url)
  const items: Item[] = JSON.parse(readFileSync(url, 'utf8'))
  for (const item of items) await alerts.table.put(item)
  return { alerts, items }
})

const isOf = (kind: string) => (item: Item) => textOf(item, 'pk').startsWith(`${kind}#`)

// What the fixture was made from.
const nine = '2026-11-20T09:02:00Z'
const notified = aClockIn(1, nine)
const five = '2026-11-20T17:00:00Z'
const waiting = anEvent(
  'clocked-out',
  { clocking: { ...clocking, end: five } },
  { time: five, id: anId(3, 9), sequence: 2 },
)
const wake = { wake: 'slack:office', at: '2026-11-20T17:20:00Z' }

test('what an earlier version had notified people of is not sent again', async ({
  loaded: { alerts, items },
}) => {
  expect(items.filter(isOf('DELIVERED'))).toHaveLength(1)
  expect(await alerts.hand(notified)).toBe(0)
  expect(await alerts.hand({ ...wake, at: '2026-11-20T17:04:00Z' })).toBe(0)
  expect(alerts.read()).toEqual([])
})

test('what an earlier version had kept waiting is sent once, when it is due', async ({
  loaded: { alerts, items },
}) => {
  expect(items.filter(isOf('WAITING'))).toHaveLength(1)
  expect(await alerts.hand(waiting)).toBe(0)
  expect(alerts.read()).toEqual([])
  alerts.clock.set(wake.at)
  expect(await alerts.hand(wake)).toBe(0)
  expect(await alerts.hand(wake, waiting)).toBe(0)
  expect(alerts.read()).toHaveLength(1)
})

test.for(['WAITING', 'DESTINATION'])(
  'a %s record of a later version stays as it is',
  async (kind, { loaded: { alerts, items } }) => {
    const later = items.filter(isOf(kind)).map(
      (item): Item => ({
        ...item,
        schema: { N: '999' },
        invented: { M: { later: { S: 'by somebody' } } },
      }),
    )
    expect(later).toHaveLength(1)
    for (const item of later) await alerts.table.put(item)
    alerts.clock.set(wake.at)
    await alerts.hand(wake)
    await alerts.hand(aClockIn(2, '2026-11-20T17:19:00Z'))
    expect(
      (await alerts.table.all()).filter(isOf(kind)).filter(({ schema }) => schema?.N === '999'),
    ).toEqual(later)
  },
)

test('every record that is written carries the number of its schema', async ({
  loaded: { alerts },
}) => {
  for (const item of await alerts.table.all()) await alerts.table.remove(item)
  await alerts.hand(aClockIn(2, '2026-11-20T17:04:00Z'))
  await alerts.hand({ ...wake, at: '2026-11-20T17:04:00Z' })
  await alerts.hand(waiting)
  const items = await alerts.table.all()
  expect(items.map((item) => textOf(item, 'pk').split('#')[0]).sort()).toEqual([
    'DELIVERED',
    'DESTINATION',
    'FOLLOWERS',
    'TOLD',
    'TOLD',
    'WAITING',
  ])
  for (const { pk, schema } of items) expect(Number(schema?.N), pk?.S).toBeGreaterThanOrEqual(1)
})
