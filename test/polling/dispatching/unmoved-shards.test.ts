import { expect, test } from 'vitest'
import { epochMs, hour, minute } from '../../../lib/attendance/moments.ts'
import { planPolls } from '../../../lib/polling/dispatching/plan-polls.ts'
import { wholeBudget } from '../../../lib/store/budget-store.ts'
import { dispatching } from '../../harness/dispatching.ts'
import { aShard } from '../../harness/shards.ts'

const now = epochMs('2026-11-20T12:00:30.25Z') + 0.25
const machineNow = 7_000_000
const shards = [
  aShard({ shardId: '0001', polledThrough: '2026-11-20T11:30:00Z' }),
  aShard({ shardId: '0002', polledThrough: '2026-11-20T11:50:00Z' }),
]
const plan = (budget: Partial<typeof wholeBudget>) =>
  planPolls(shards, { ...wholeBudget, ...budget }, { now, machineNow, speed: 1 }, dispatching())
const orderOf = ({ result }: ReturnType<typeof plan>) => result.slots.map(({ shardId }) => shardId)

test('a shard that its turn has not brought on waits from then on, in whole milliseconds', () => {
  const slot = { requestsPerSecond: 1, from: machineNow - minute, until: machineNow - 1 }
  const planned = plan({ slots: [{ shardId: '0001', ...slot }] })
  expect(orderOf(planned)).toEqual(['0002', '0001'])
  expect(planned.budget.unmoved).toEqual({ '0001': Math.round(now - minute) })
  expect(orderOf(plan({ unmoved: planned.budget.unmoved }))).toEqual(['0002', '0001'])
})

test('one that was noted by a clock that was wrong, or has come on since, waits as ever', () => {
  for (const noted of [now + hour, epochMs('2026-11-20T11:20:00Z')]) {
    const planned = plan({ unmoved: { '0001': noted } })
    expect(orderOf(planned)).toEqual(['0001', '0002'])
    expect(planned.budget.unmoved).toEqual({})
  }
})
