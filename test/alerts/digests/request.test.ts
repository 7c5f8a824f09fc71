import { describe, expect, test } from 'vitest'
import { DigestRequestError, readDigestRequest } from '../../../lib/alerts/digests/request.ts'

const scheduledTime = '2026-11-20T08:30:00Z'

describe('what send-digest is invoked with', () => {
  test.each([
    [{ digest: 'morning', scheduledTime }],
    [{ rollCall: true }],
    [{ rollCall: true, slack: ['office'], email: [] }],
    [{ test: true }],
    [{ test: true, email: ['managers'] }],
  ])('is a digest, a roll call or a test: %j', (input) => {
    expect(readDigestRequest(input)).toEqual(input)
  })

  test.each([
    ['no request at all', null],
    ['a test that is none', { test: false }],
    ['a name that no digest can have', { digest: 'hunter2 <!channel>', scheduledTime }],
    ['a time that is none', { digest: 'morning', scheduledTime: 'x'.repeat(2_000) }],
    ['a channel that no channel can be', { rollCall: true, slack: ['hunter2 #general'] }],
    ['more channels than can be told at once', { rollCall: true, slack: Array(51).fill('office') }],
  ])('is not %s', (_what, input) => {
    expect(() => readDigestRequest(input)).toThrow(DigestRequestError)
    expect(() => readDigestRequest(input)).not.toThrow(/hunter2|xxx/)
  })
})
