import { describe, expect, test } from 'vitest'
import { parseSettings } from '../../lib/settings/reading/parse-settings.ts'

const base = {
  name: 'test',
  workforce: { apiUrl: 'https://a.example.org', authUrl: 'https://b.example.org' },
  workday: { timeZone: 'Europe/London' },
  slack: { channels: ['office'] },
  audiences: { managers: ['m@harbour.org'] },
}
const problems = (more: object): string => {
  try {
    parseSettings(JSON.stringify({ ...base, ...more }), 'x')
    return ''
  } catch (error) {
    return String(error)
  }
}
const rule = (more: object) => ({
  alerts: [{ name: 'r', on: ['clocked-in'], slack: ['office'], ...more }],
})

describe('what can never fire is refused', () => {
  test.each<[string, object]>([
    [
      'return-overdue of a holiday',
      rule({ on: ['return-overdue'], show: 'category', where: { absenceTypes: ['Holiday'] } }),
    ],
    [
      'a type that is no absence beside one that is',
      rule({
        on: ['clocked-in', 'absence-started'],
        show: 'category',
        where: { absenceTypes: ['Holiday'] },
      }),
    ],
    ['an employee who is blank', rule({ where: { employees: ['  '] } })],
    ['a job title that is blank', rule({ where: { jobTitles: ['  '] } })],
  ])('%s', (_, more) => expect(problems(more)).not.toBe(''))
})

describe('what is right is taken', () => {
  test.each<[string, object]>([
    [
      'OtherLeave',
      rule({ on: ['absence-started'], show: 'category', where: { absenceTypes: ['OtherLeave'] } }),
    ],
    [
      'SicknessUnpaid',
      rule({
        on: ['absence-started'],
        show: 'category',
        where: { absenceTypes: ['SicknessUnpaid'] },
      }),
    ],
  ])('%s', (_, more) => expect(problems(more)).toBe(''))
})

describe('what is wrong is said once, in a line', () => {
  test.each<[string, object, RegExp]>([
    [
      'case of an address',
      { audiences: { managers: ['m@harbour.org', 'M@harbour.org'] } },
      /twice/,
    ],
    ['organisation with a line break', { organisation: 'Har\nbour' }, /organisation/],
  ])('%s', (_, more, expected) => expect(problems(more)).toMatch(expected))
})

test('an operator’s address with a name is not called a name of audiences', () => {
  expect(problems({ mail: { from: 'Harbour <a@harbour.org>' } })).not.toMatch(/name of audiences/)
  expect(problems({ operations: { email: ['ops@harbour'] } })).not.toMatch(/name of audiences/)
})
test('a part of a digest that is there twice is refused', () => {
  expect(
    problems({
      digests: [{ name: 'd', at: '08:00', slack: ['office'], include: ['in-now', 'in-now'] }],
    }),
  ).toMatch(/twice/)
})
