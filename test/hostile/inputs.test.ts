import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseSettings, SettingsError } from '../../lib/platform/parse-settings.ts'
import { readTick, TickError } from '../../lib/polling/tick.ts'
import { hostileValue, mutated } from './arbitraries.ts'

const text = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  hostileValue.map((value) => JSON.stringify(value) ?? ''),
  mutated({ shardId: '0001' }).map((value) => JSON.stringify(value)),
)

describe('a message of the poll queue', () => {
  test('is a tick or a TickError that repeats none of it', () => {
    fc.assert(
      fc.property(text, (body) => {
        try {
          expect(readTick(body).shardId).toMatch(/^\d{4,9}$/)
        } catch (error) {
          expect(error).toBeInstanceOf(TickError)
          expect(String(error)).toBe('TickError: The message is not {"shardId": "0001"}')
        }
      }),
      { numRuns: 1_000 },
    )
  })
})

const settings = {
  name: 'test',
  workforce: { apiUrl: 'https://api.example.org', authUrl: 'https://auth.example.org' },
  polling: { clockingsEverySeconds: 60, lookbackHours: 24, shardSize: 250 },
  workday: { timeZone: 'Europe/London', midday: '12:30' },
  attention: { clockingLongerThanHours: 14 },
  privacy: { absences: 'opaque', notes: false },
  baseline: 'silent',
}

describe('a settings file', () => {
  test('is read as it says, or refused with problems that each name a path', () => {
    fc.assert(
      fc.property(mutated(settings), (value) => {
        try {
          expect(parseSettings(JSON.stringify(value), 'test.json').name).toMatch(/^[a-z]/)
        } catch (error) {
          expect(error).toBeInstanceOf(SettingsError)
          const { problems } = error as SettingsError
          expect(problems.length).toBeGreaterThan(0)
          for (const problem of problems) expect(problem).toMatch(/^\S.*: \S/)
        }
      }),
      { numRuns: 1_000 },
    )
  })

  test('of anything at all is refused with one kind of error', () => {
    fc.assert(
      fc.property(text, (content) => {
        expect(() => parseSettings(content, 'test.json')).toThrow(SettingsError)
      }),
    )
  })
})
