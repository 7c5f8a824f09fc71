import { expect, test } from 'vitest'
import { budgetProblem, requestBudget, requestsPerSecondEach } from '../../lib/settings/budget.ts'
import { Settings } from '../../lib/settings/settings.ts'

const settings = Settings.parse({
  name: 'test',
  workforce: {
    apiUrl: 'https://api.example.com',
    authUrl: 'https://auth.example.com',
    requestsPerSecond: 30,
  },
  workday: { timeZone: 'Europe/London' },
  polling: { concurrentPolls: 2, shardSize: 250 },
})

test('pollers and the roster refresh share the budget equally', () => {
  expect(requestsPerSecondEach(settings)).toBe(10)
})

test('counts a call a poll for each employee, absences now and then, and the roster twice', () => {
  expect(requestBudget(settings, 900)).toEqual({
    clockings: 15,
    absences: 1,
    roster: 18 / 3_600,
    forPolls: 20,
    forRoster: 10,
  })
})

test('one shard alone has one share of the budget', () => {
  expect(requestBudget(settings, 250).forPolls).toBe(10)
  expect(requestBudget(settings, 251).forPolls).toBe(20)
})

test('a roster that can be served has no problem, a larger one has', () => {
  expect(budgetProblem(settings, 1_100)).toBeNull()
  expect(budgetProblem(settings, 1_200)).toBe(
    '1200 employees need 21.3 requests per second for polls, but workforce.requestsPerSecond ' +
      'of 30 leaves 20.0 for them: everyone would be polled less often than ' +
      'polling.clockingsEverySeconds and polling.absencesEverySeconds say',
  )
})

test('a roster whose polls need exactly what there is can be served', () => {
  const polling = { ...settings.polling, clockingsEverySeconds: 60, absencesEverySeconds: 900 }
  const exact = { ...settings, polling }
  expect(requestBudget(exact, 1_125)).toMatchObject({ clockings: 18.75, absences: 1.25 })
  expect(budgetProblem(exact, 1_125)).toBeNull()
  expect(budgetProblem(exact, 1_126)).not.toBeNull()
})

test('small needs are told to a hundredth', () => {
  const small = { ...settings, workforce: { ...settings.workforce, requestsPerSecond: 3 } }
  expect(budgetProblem(small, 100)).toMatch(/^100 employees need 1\.78 .* leaves 1\.00 for them/)
})

test('a roster that cannot be listed as often as it should be has a problem', () => {
  const slow = { ...settings.polling, clockingsEverySeconds: 3_600, absencesEverySeconds: 86_400 }
  const often = { ...settings, polling: { ...slow, rosterEverySeconds: 1 } }
  expect(budgetProblem(often, 500)).toBeNull()
  expect(budgetProblem(often, 501)).toBe(
    'The roster of 501 needs 12.0 requests per second, but workforce.requestsPerSecond of 30 ' +
      'leaves 10.0 for it',
  )
})
