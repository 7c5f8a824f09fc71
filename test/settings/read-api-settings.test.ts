import { expect, test } from 'vitest'
import { parseSettings, SettingsError } from '../../lib/settings/reading/parse-settings.ts'

const problems = (more: object): readonly string[] => {
  const base = {
    name: 'test',
    workforce: { apiUrl: 'https://api.example.com', authUrl: 'https://auth.example.com' },
    workday: { timeZone: 'Europe/London' },
  }
  try {
    parseSettings(JSON.stringify({ ...base, ...more }), 'test.json')
  } catch (error) {
    if (error instanceof SettingsError) return error.problems
    throw error
  }
  return []
}

test('a read API needs a log to read', () => {
  expect(problems({ aws: { readApi: {} } })).toEqual([])
  expect(problems({ eventLogDays: 0 })).toEqual([])
  expect(problems({ aws: { readApi: {} }, eventLogDays: 0 })).toEqual([
    expect.stringContaining('aws.readApi: needs eventLogDays above 0: it reads the event log'),
  ])
})

test('limits that are none are refused', () => {
  expect(problems({ aws: { readApi: { requestsPerSecond: 0, burst: 0 } } })).toHaveLength(2)
  expect(problems({ aws: { readApi: { rate: 1 } } })).toHaveLength(1)
})
