import { expect, test } from 'vitest'
import {
  budgetProblem,
  requestBudget,
  requestsPerSecondUnplanned,
} from '../../lib/settings/budget.ts'
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

const withPolling = (polling: Partial<Settings['polling']>): Settings => ({
  ...settings,
  polling: { ...settings.polling, ...polling },
})

test('a poll that nobody planned has an equal share, with all pollers and the roster refresh', () => {
  expect(requestsPerSecondUnplanned(settings)).toBe(10)
})

test('counts a call a poll for each employee, absences now and then, and the roster twice', () => {
  expect(requestBudget(settings, 900)).toMatchObject({
    clockings: 15,
    absences: 1,
    roster: 18 / 3_600,
  })
})

test('counts what pollers send, one after another, and what they need to begin', () => {
  const { lanes, each, load } = requestBudget(settings, 500)
  expect([lanes, each]).toEqual([1, 30])
  const polls = 2 * (0.5 + (250 * 1.05) / 30)
  const absences = 500 / 30
  expect(load).toBeCloseTo(polls / 60 + absences / 900 + 10 / 3_600 / 30, 9)
})

test('pollers side by side do no more than the calls that they may have in flight', () => {
  expect(requestBudget(withPolling({ concurrentCalls: 2 }), 500)).toMatchObject({
    lanes: 2,
    each: 10,
  })
})

test('a roster that can be served has no problem, a larger one has', () => {
  expect(budgetProblem(settings, 1_500)).toBeNull()
  expect(budgetProblem(settings, 1_700)).toBe(
    '1700 employees need 30.2 requests per second, but workforce.requestsPerSecond of 30 leaves ' +
      '27.2 for them: everyone would be polled less often than polling.clockingsEverySeconds and ' +
      'polling.absencesEverySeconds say',
  )
})

test('a roster that too few calls in flight cannot serve has a problem of those', () => {
  expect(budgetProblem(withPolling({ concurrentCalls: 1 }), 1_000)).toMatch(
    /but polling\.concurrentPolls of 2 with polling\.concurrentCalls of 1, at 200 ms a call, make 9\.\d+ for/,
  )
})

test('small needs are told to a hundredth', () => {
  const small = { ...settings, workforce: { ...settings.workforce, requestsPerSecond: 1 } }
  expect(budgetProblem(small, 100)).toMatch(/^100 employees need 1\.78 .* leaves 0\.\d\d for them/)
})

test('a roster that is listed as often as polls are made counts as they do', () => {
  const often = withPolling({
    clockingsEverySeconds: 3_600,
    absencesEverySeconds: 86_400,
    rosterEverySeconds: 1,
  })
  expect(budgetProblem(often, 1_000)).toBeNull()
  expect(budgetProblem(often, 1_600)).toMatch(/^1600 employees need 32\.\d requests per second/)
})
