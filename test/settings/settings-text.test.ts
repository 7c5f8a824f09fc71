import { describe, expect, test } from 'vitest'
import { least, problemsOf } from './settings-problems.ts'

describe('the text of settings', () => {
  test.each([
    ['', 'is empty'],
    ['[]', 'settings: must be an object, not a list'],
    ['null', 'settings: must be an object, not null'],
    [
      '{"name": "prod",}',
      'is not JSON: line 1, column 17: a name in double quotes is expected; perhaps there is a comma too many',
    ],
    [
      '{\n  "name": "prod"\n  "baseline": "silent"\n}',
      'is not JSON: line 3, column 3: a comma is missing before this',
    ],
    ['{\n  "name": "prod"', 'is not JSON: line 2, column 17: a closing } is missing'],
    ['{ // why\n}', 'is not JSON: line 1, column 3: JSON has no comments'],
    [
      `{"name": "a",\n${JSON.stringify(least).slice(1)}`,
      'name: is there twice, the second time in line 2',
    ],
    ['['.repeat(100_000), 'is not JSON'],
  ])('that are %j are one problem', (text, problem) => {
    expect(problemsOf(text)).toEqual([problem])
  })

  test('name every key that is no setting, at any depth', () => {
    const settings = { ...least, polling: { clockingsEverySecond: 60 }, colour: 'red' }
    expect(problemsOf(settings)).toEqual([
      'polling.clockingsEverySecond: is not a setting; did you mean "clockingsEverySeconds"?',
      'colour: is not a setting',
    ])
  })

  test('name the setting of another place that a key may have meant', () => {
    expect(problemsOf({ ...least, timezone: 'Europe/London' })).toEqual([
      'timezone: is not a setting; did you mean "workday.timeZone"?',
    ])
  })

  test('may begin with a byte order mark, as some editors leave it', () => {
    expect(problemsOf(`\ufeff${JSON.stringify(least)}`)).toEqual([])
  })

  test('name a key on one line, whatever is in it', () => {
    expect(problemsOf({ ...least, 'a\nb': 1, '': 2 })).toEqual([
      '"a\\nb": is not a setting',
      '"": is not a setting',
    ])
  })

  test('repeat no value that may be a secret', () => {
    const workforce = { apiUrl: 'https://id:hunter2@api.example.com', authUrl: 'hunter2' }
    const text = problemsOf({ ...least, workforce, clientSecret: 'hunter2' }).join('\n')
    expect(text).toContain('clientSecret: is not a setting: credentials go into Secrets Manager')
    expect(text).not.toContain('hunter2')
  })
})
