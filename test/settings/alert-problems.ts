import { parseSettings, SettingsError } from '../../lib/settings/reading/parse-settings.ts'

const base = {
  name: 'test',
  workforce: { apiUrl: 'https://api.example.com', authUrl: 'https://auth.example.com' },
  workday: { timeZone: 'Europe/London' },
  slack: { channels: ['office'] },
  audiences: { managers: ['a@b.example'] },
}
export const rule = { name: 'arrivals', on: ['clocked-in'], slack: ['office'] }
export const digest = { name: 'morning', at: '08:30', email: ['managers'], include: ['in-now'] }

/** Reads settings with something more than the least, and says what is wrong with them. */
export const parse = (more: object) =>
  parseSettings(JSON.stringify({ ...base, ...more }), 'test.json')
export const problems = (more: object): readonly string[] => {
  try {
    parse(more)
  } catch (error) {
    if (error instanceof SettingsError) return error.problems
    throw error
  }
  return []
}
