import { expect, test } from 'vitest'
import { billText } from '../../cli/cost/bill.ts'
import { monthlyBill, monthlyTotal } from '../../cli/cost/monthly-bill.ts'
import { remedies } from '../../cli/cost/remedies.ts'
import {
  clockingCallsPerSecond as callsOf,
  type RestName,
  restingShare,
  sparedCalls,
} from '../../cli/cost/spared-calls.ts'
import { budgetProblem } from '../../lib/settings/budget.ts'
import { Settings } from '../../lib/settings/settings.ts'
import { settingsOf } from '../infra/environment.ts'

/** What serves a thousand people. */
const workforce = {
  apiUrl: 'https://api.example.com',
  authUrl: 'https://auth.example.com',
  requestsPerSecond: 30,
}

test('says what asking some people more rarely spares, and how much later they are told of', () => {
  const text = (polling: object) => billText(settingsOf({ workforce, polling }), 1_000)
  expect(text({})).toMatch(
    /polling.idleEverySeconds 900 would spare 26 % .*, USD (0\.[1-9]|[1-9]).*\n.*told of up to 840 s later/,
  )
  expect(text({ awayEverySeconds: 600 })).toMatch(
    /polling.awayEverySeconds 600 spares 8 % .*\n.*told of up to 540 s later/,
  )
  expect(text({ farEverySeconds: 1_800 })).toMatch(
    /polling.farEverySeconds 1800 spares 55 % .*, USD [1-9].*\n.*57 % of the time: five shifts of eight hours a week.* is told of up to 1740 s later/,
  )
  const quietHours = { from: '20:00', until: '06:00', everySeconds: 600 }
  expect(text({})).toMatch(
    /quietHours 22:00 to 05:00, every 900 s, would spare 27 % .*, USD [1-9].*\n.*29 % of the time/,
  )
  expect(text({ quietHours })).toMatch(
    /quietHours 20:00 to 06:00, every 600 s, spares 38 % .*, USD [1-9].*\n.*42 % of the time.*up to 540 s later/,
  )
  expect(text({})).toMatch(/all four together: would spare 59 % .*, USD [1-9]/)
  expect(text({ clockingsEverySeconds: 900 })).not.toContain('more rarely')
  const [all, fewer] = [{}, { idleEverySeconds: 900 }].map((polling) =>
    monthlyTotal(settingsOf({ workforce, polling }), 1_000),
  )
  expect(fewer).toBeLessThan(all ?? 0)
})

test('where not all calls can be made, those that are spared are made for others', () => {
  const rested = { idleEverySeconds: 900, awayEverySeconds: 900, farEverySeconds: 900 }
  const [all, fewer] = [{}, rested].map((polling) => settingsOf({ workforce, polling })) as [
    Settings,
    Settings,
  ]
  expect(billText(all, 5_000)).toMatch(
    /farEverySeconds 900 would spare 53 % .* for others that have no turn now, at USD \d\.\d\d more a month/,
  )
  // Who is asked at every poll is at most as often as the settings say.
  expect(monthlyTotal(fewer, 5_000)).toBeGreaterThan(monthlyTotal(fewer, 1_000))
  expect(billText(fewer, 2_000)).toMatch(
    /takes 130\.\d % of the time\n {2}while everybody is asked; on the average of the month 15\.97 a second, and 62\.18 % of the time\n\nWarning: 2000 employees, while none is asked more rarely, need/,
  )
  expect(billText(all, 2_000)).not.toContain('on the average')
})

test('what several settings spare is less than each spares by itself, and more than any', () => {
  const spared = (polling: object) => sparedCalls(settingsOf({ polling }))
  const names: RestName[] = ['idleEverySeconds', 'awayEverySeconds', 'farEverySeconds']
  const each = names.map((name) => spared({ [name]: 900 }))
  const all = spared(Object.fromEntries(names.map((name) => [name, 900])))
  expect(each.map((share) => share.toFixed(2))).toEqual(['0.26', '0.08', '0.53'])
  expect(all).toBeCloseTo((1 - 0.37) * (1 - 60 / 900), 6)
  expect(names.map(restingShare).map((share) => share.toFixed(2))).toEqual(['0.28', '0.09', '0.57'])
  expect(spared({})).toBe(0)
  expect(spared({ farEverySeconds: 60 })).toBe(0)
})

test('what is spared at night is not spared again where nights are quiet', () => {
  const quietHours = { from: '22:00', until: '05:00', everySeconds: 900 }
  const callsPerSecond = (polling: object) => callsOf(settingsOf({ polling }))
  const [none, far, quiet, both] = [
    {},
    { farEverySeconds: 900 },
    { quietHours },
    { quietHours, farEverySeconds: 900 },
  ].map(callsPerSecond) as [number, number, number, number]
  // The night is 29 % of the time, and far in any case: who is asked as rarely then is not asked more rarely by both.
  expect(far / none).toBeCloseTo(0.47, 2)
  expect(quiet / none).toBeCloseTo(0.73, 2)
  expect(both / none).toBeCloseTo(0.47, 2)
})

const changesFor = (employees: number, overrides = {}) =>
  remedies(settingsOf(overrides), employees).map(({ changes }) => changes)

test('suggests nothing but another number of polls at a time where that is enough', () => {
  // Two pollers with so few calls in flight cannot use what is allowed.
  const settings = {
    workforce: { ...workforce, requestsPerSecond: 30 },
    polling: { concurrentCalls: 1 },
  }
  expect(changesFor(1_000, settings)).toEqual([{ 'polling.concurrentPolls': 4 }])
  expect(billText(settingsOf(settings), 1_000)).toMatch(
    /Settings that serve it, .*\n {2}- polling\.concurrentPolls 4: USD \d+\.\d\d a month$/,
  )
})

test('suggests more requests, or polling less often, with what each costs', () => {
  const [fewest, lowest, rarer] = remedies(settingsOf({ workforce }), 5_000)
  expect(Object.keys(fewest?.changes ?? {})).toContain('workforce.requestsPerSecond')
  expect(Object.keys(rarer?.changes ?? {})).toContain('polling.clockingsEverySeconds')
  expect(rarer?.changes).not.toHaveProperty(['workforce.requestsPerSecond'])
  expect(lowest?.monthly).toBeLessThan(fewest?.monthly ?? 0)
})

test('suggests absences less often where that is enough', () => {
  expect(changesFor(1_550, { workforce })).toContainEqual({ 'polling.absencesEverySeconds': 1_800 })
})

test('what it suggests serves the roster, can be set, and costs what it says', () => {
  for (const employees of [300, 1_000, 5_000, 20_000, 100_000])
    for (const { settings, monthly, changes } of remedies(settingsOf(), employees)) {
      expect(budgetProblem(settings, employees), JSON.stringify(changes)).toBeNull()
      expect(Settings.safeParse(settings).success).toBe(true)
      const lines = monthlyBill(settings, employees)
      expect(lines.reduce((sum, { amount }) => sum + amount, 0)).toBeCloseTo(monthly, 6)
    }
})

test('suggests as many requests as can be set, polled less often, where neither alone is enough', () => {
  const suggested = remedies(settingsOf({ workforce }), 100_000)
  expect(suggested.map(({ changes }) => changes)).toEqual([
    expect.objectContaining({
      'workforce.requestsPerSecond': 1_000,
      'polling.clockingsEverySeconds': expect.any(Number),
    }),
  ])
})

test('says where no settings can serve a roster', () => {
  expect(remedies(settingsOf(), 3_000_000)).toEqual([])
  expect(billText(settingsOf(), 3_000_000)).toContain('it needs more than one environment')
})
