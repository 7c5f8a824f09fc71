import { expect, test } from 'vitest'
import { SendAlertsEnvironment } from '../../lib/alerts/environment.ts'
import { EnvironmentError, readEnvironment } from '../../lib/platform/environment.ts'

test('a zone that is none is refused when the function is loaded, not with the first event', () => {
  const variables = {
    ENVIRONMENT: 'test',
    DELIVERIES_TABLE: 'd',
    SLACK_SECRET: 's',
    AUDIENCE_TOPICS: '{}',
    ALERTS: '[]',
    CHANNELS: '[]',
    DEAD_LETTERS_URL: 'd',
    ORGANISATION: 'Harbour',
    MAIL_FROM: '',
    AUDIENCE_ADDRESSES: '{}',
    QUEUE_URL: 'q',
    BATCHING_SECONDS: '5',
  }
  const read = (zone: string) =>
    readEnvironment(SendAlertsEnvironment, { ...variables, TIME_ZONE: zone }).TIME_ZONE
  expect(read('Europe/London')).toBe('Europe/London')
  expect(() => read('Mars/Olympus')).toThrow(EnvironmentError)
  expect(() => read('Mars/Olympus')).toThrow('TIME_ZONE: must be an IANA time zone')
})
