import { describe, expect } from 'vitest'
import { minute } from '../../lib/attendance/moments.ts'
import { readTick } from '../../lib/polling/dispatching/tick.ts'
import { keys } from '../../lib/store/tables.ts'
import { aLambdaContext } from '../harness/lambda.ts'
import { test } from './deployment-test.ts'

describe('dispatch-polls', () => {
  test('notes an operator’s word on a loss for every shard, for some, or for none', async ({
    deployment,
  }) => {
    await deployment.refresh()
    const dispatch = await deployment.dispatchPolls()
    const answers = [
      [{}, undefined],
      [{ acceptLoss: false }, undefined],
      [{ acceptLoss: ['0009'] }, { accepted: [], unknown: ['0009'] }],
    ] as const
    for (const [event, answer] of answers) {
      expect(await dispatch(event, aLambdaContext())).toEqual(answer)
      expect((await deployment.itemAt(keys.shard('0001')))?.['lossAcceptedAt']).toBeNull()
    }
    expect(await dispatch({ acceptLoss: ['0001'] }, aLambdaContext())).toEqual({
      accepted: ['0001'],
      unknown: [],
    })
    const first = String((await deployment.itemAt(keys.shard('0001')))?.['lossAcceptedAt'])
    expect(Date.now() - Date.parse(first)).toBeLessThan(minute)
    await new Promise((resolve) => setTimeout(resolve, 5))
    await dispatch({ acceptLoss: true }, aLambdaContext())
    const second = String((await deployment.itemAt(keys.shard('0001')))?.['lossAcceptedAt'])
    expect(Date.parse(second)).toBeGreaterThan(Date.parse(first))
  })

  test('counts a shard whose record cannot be read, and dispatches the others', async ({
    deployment,
  }) => {
    await deployment.refresh()
    const record = { ...keys.shard('0002'), schema: 99 }
    await deployment.write(record)
    const dispatch = await deployment.dispatchPolls()
    await dispatch({}, aLambdaContext())
    expect(deployment.figures('StateUnreadable')).toEqual([1])
    const ticks = await deployment.ticks()
    expect(ticks.map((each) => readTick(each).shardId)).toEqual(['0001'])
    expect(await deployment.itemAt(keys.shard('0002'))).toEqual(record)
  })
})
