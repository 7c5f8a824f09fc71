import { setTimeout as delay } from 'node:timers/promises'
import type { Context } from 'aws-lambda'
import { describe, expect, test } from 'vitest'
import { FunctionTimeoutError, invoke } from '../../../local/lambda/invoke.ts'

describe('invoke', () => {
  test('gives a handler a context whose time counts down, new each time', async () => {
    const seen: { id: string; name: string; remaining: number[] }[] = []
    const handler = async (_event: unknown, context: Context) => {
      const before = context.getRemainingTimeInMillis()
      await delay(30)
      const remaining = [before, context.getRemainingTimeInMillis()]
      seen.push({ id: context.awsRequestId, name: context.functionName, remaining })
    }
    await invoke({ name: 'poll-shard', timeoutSeconds: 120, handler }, {})
    await invoke({ name: 'poll-shard', timeoutSeconds: 120, handler }, {})

    expect(new Set(seen.map(({ id }) => id)).size).toBe(2)
    for (const { name, remaining } of seen) {
      const [before = 0, after = 0] = remaining
      expect(name).toBe('poll-shard')
      expect(before).toBeGreaterThan(119_000)
      expect(before - after).toBeGreaterThanOrEqual(29)
    }
  })

  test('ends an invocation that takes longer than it may', async () => {
    const handler = () => delay(5_000, undefined, { ref: false })
    const invocation = invoke({ name: 'slow', timeoutSeconds: 0.05, handler }, {})
    await expect(invocation).rejects.toThrow(
      new FunctionTimeoutError('slow: timed out after 0.05 s'),
    )
  })
})
