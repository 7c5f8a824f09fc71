import { expect } from 'vitest'
import { parseSettings, SettingsError } from '../../lib/settings/reading/parse-settings.ts'

/** The least that settings may be. */
export const least = {
  name: 'prod',
  workforce: { apiUrl: 'https://api.example.com', authUrl: 'https://auth.example.com' },
  workday: { timeZone: 'Europe/London' },
}

/** What is wrong with settings, each problem on a line of the message. */
export const problemsOf = (settings: unknown): readonly string[] => {
  try {
    parseSettings(typeof settings === 'string' ? settings : JSON.stringify(settings), 'prod.json')
    return []
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    expect(error.message).toBe(error.problems.map((each) => `prod.json: ${each}`).join('\n'))
    expect(error.message.split('\n')).toHaveLength(error.problems.length)
    return error.problems
  }
}

/** The least settings with one value changed, by its path. */
export const withValue = (path: string, value: unknown): Record<string, unknown> => {
  const [group = '', key] = path.split('.')
  if (key === undefined) return { ...least, [group]: value }
  const before = Object.entries(least).find(([name]) => name === group)?.[1] ?? {}
  return { ...least, [group]: Object.assign({}, before, { [key]: value }) }
}
