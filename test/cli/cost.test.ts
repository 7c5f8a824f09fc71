import { expect, test } from 'vitest'
import { billText } from '../../cli/cost/bill.ts'
import { monthlyBill, monthlyTotal } from '../../cli/cost/monthly-bill.ts'
import { prices } from '../../cli/cost/prices.ts'
import { remedies } from '../../cli/cost/remedies.ts'
import {
  pollsPerSecond,
  type RestName,
  restingShare,
  sparedCalls,
} from '../../cli/cost/spared-calls.ts'
import { assumptions } from '../../cli/cost/usage.ts'
import { budgetProblem } from '../../lib/settings/budget.ts'
import { pollShardMegabytes } from '../../lib/settings/memory.ts'
import { Settings } from '../../lib/settings/settings.ts'
import { resources, settingsOf, templateOf, theResource } from '../infra/environment.ts'

const amountOf = (what: string, employees: number, overrides = {}): number =>
  monthlyBill(settingsOf(overrides), employees).find((line) => line.what === what)?.amount ??
  Number.NaN

test('every price is a line of the bill', () => {
  const lines = monthlyBill(settingsOf(), 100)
  expect(lines.map(({ what }) => what)).toEqual(Object.keys(prices.perUnit))
  for (const { quantity, amount } of lines) {
    expect(quantity).toBeGreaterThanOrEqual(0)
    expect(amount).toBeLessThan(1_000)
  }
})

test('an event costs one publication, and one more where there is a FIFO topic', () => {
  const perMonth = 100 * assumptions.eventsPerEmployeeAndDay * (365 / 12)
  expect(amountOf('SNS, publish', 100)).toBeCloseTo(perMonth * 0.5e-6, 8)
  expect(amountOf('SNS FIFO, publish', 100)).toBe(0)
  expect(amountOf('SNS FIFO, publish', 100, { aws: { fifoTopic: true } })).toBeCloseTo(
    perMonth * 0.3e-6,
    8,
  )
})

const webhook = { name: 'payroll', url: 'https://pay.example.com/events' }
const totalOf = (webhooks: object[]): number =>
  monthlyBill(settingsOf({ webhooks }), 1_000).reduce((sum, { amount }) => sum + amount, 0)

test('each webhook costs what its deliveries, its queue, its figures and its alarms do', () => {
  const quantityOf = (what: string, webhooks: object[]): number =>
    monthlyBill(settingsOf({ webhooks }), 100).find((line) => line.what === what)?.quantity ?? 0
  const perMonth = 100 * assumptions.eventsPerEmployeeAndDay * (365 / 12)
  const more = (what: string) => quantityOf(what, [webhook]) - quantityOf(what, [])
  expect(more('Lambda, request')).toBeCloseTo(perMonth, 6)
  expect(more('DynamoDB, write request unit')).toBeCloseTo(7 * perMonth, 6)
  expect(more('CloudWatch, custom metric-month')).toBe(5)
  expect(more('Secrets Manager, secret-month')).toBe(1)
  expect(more('CodeDeploy, shift of a function')).toBe(assumptions.releasesPerMonth)
  const second = totalOf([webhook, { ...webhook, name: 'doors' }]) - totalOf([webhook])
  expect(second).toBeGreaterThan(1)
  expect(second).toBeLessThan(4)
})

test('polling half as often costs about half the reading', () => {
  const often = amountOf('DynamoDB, read request unit', 500)
  const rarely = amountOf('DynamoDB, read request unit', 500, {
    polling: { clockingsEverySeconds: 120 },
  })
  expect(rarely / often).toBeGreaterThan(0.45)
  expect(rarely / often).toBeLessThan(0.6)
})

test('says when the settings ask for more than the budget', () => {
  expect(billText(settingsOf(), 5_000)).toMatch(
    /88\.\d+ requests per second asked for, of 10 allowed/,
  )
  expect(billText(settingsOf(), 5_000)).toContain('Warning: 5000 employees need')
  expect(billText(settingsOf(), 100)).not.toContain('Warning')
})

test('says when the bill is more than the budget that alarms', () => {
  const billed = (monthlyBudgetUsd: number) =>
    billText(settingsOf({ operations: { monthlyBudgetUsd } }), 100)
  expect(billed(5)).toContain('Warning: that is more than operations.monthlyBudgetUsd, 5.00')
  expect(billed(5_000)).not.toContain('Warning')
})

test('what is free is on the bill all the same', () => {
  const quantityOf = (what: string, overrides = {}): number | undefined =>
    monthlyBill(settingsOf(overrides), 100).find((line) => line.what === what)?.quantity
  expect(quantityOf('CodeDeploy, shift of a function')).toBe(6 * assumptions.releasesPerMonth)
  const atOnce = { aws: { release: 'all-at-once' } }
  expect(quantityOf('CodeDeploy, shift of a function', atOnce)).toBe(0)
  const watched = { operations: { monthlyBudgetUsd: 50 } }
  expect(quantityOf('AWS Budgets, budget that only tells')).toBe(0)
  expect(quantityOf('AWS Budgets, budget that only tells', watched)).toBe(1)
})

test('says what the figures rest on, and what each unit costs', () => {
  const text = billText(settingsOf({ polling: { clockingsEverySeconds: 120 } }), 100)
  expect(text).toContain(prices.asOf)
  expect(text).toMatch(/^SNS, publish +12,170 +0\.0000005 +0\.01$/m)
  expect(text).toContain('clockings every 120 s, absences every 900 s')
  for (const value of [assumptions.callMilliseconds, assumptions.eventsPerEmployeeAndDay])
    expect(text).toMatch(new RegExp(`assumed .*${value} `))
})

test('says what asking some people more rarely spares, and how much later they are told of', () => {
  const text = (polling: object) => billText(settingsOf({ polling }), 1_000)
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
  expect(text({})).toMatch(/quietHours 22:00 to 05:00, every 900 s, would spare USD [1-9]/)
  expect(text({ quietHours })).toMatch(
    /quietHours 20:00 to 06:00, every 600 s, spares USD [1-9].*\n.*up to 540 s later meanwhile/,
  )
  expect(text({ clockingsEverySeconds: 900 })).not.toContain('more rarely')
  const [all, fewer] = [{}, { idleEverySeconds: 900 }].map((polling) =>
    monthlyTotal(settingsOf({ polling }), 1_000),
  )
  expect(fewer).toBeLessThan(all ?? 0)
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
  const callsPerSecond = (polling: object) => {
    const settings = settingsOf({ polling })
    return pollsPerSecond(settings) * (1 - sparedCalls(settings))
  }
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

const workforce = {
  apiUrl: 'https://api.example.com',
  authUrl: 'https://auth.example.com',
  requestsPerSecond: 30,
}

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

test('what it suggests serves the roster, can be set, and costs what it says', () => {
  for (const employees of [300, 1_000, 5_000, 20_000])
    for (const { settings, monthly, changes } of remedies(settingsOf(), employees)) {
      expect(budgetProblem(settings, employees), JSON.stringify(changes)).toBeNull()
      expect(Settings.safeParse(settings).success).toBe(true)
      const lines = monthlyBill(settings, employees)
      expect(lines.reduce((sum, { amount }) => sum + amount, 0)).toBeCloseTo(monthly, 6)
    }
})

test('says where no settings can serve a roster', () => {
  expect(remedies(settingsOf(), 3_000_000)).toEqual([])
  expect(billText(settingsOf(), 3_000_000)).toContain('it needs more than one environment')
})

test('memory and alarms are counted as they are deployed', () => {
  const template = templateOf({ webhooks: [webhook] })
  const gigabytesOf = (id: string) =>
    Number(theResource(template, 'AWS::Lambda::Function', id).Properties['MemorySize']) / 1024
  expect(pollShardMegabytes(settingsOf().polling.shardSize) / 1_024).toBe(gigabytesOf('PollShard'))
  expect(assumptions.functionGigabytes).toEqual({
    refreshRoster: gigabytesOf('RefreshRoster'),
    dispatchPolls: gigabytesOf('DispatchPolls'),
    sendAlerts: gigabytesOf('SendAlerts'),
    sendDigest: gigabytesOf('SendDigest'),
    deliverWebhook: gigabytesOf('DeliverWebhook'),
    replayEvents: gigabytesOf('ReplayEvents'),
  })
})

test.each([
  ['nothing else', {}],
  [
    'channels, audiences and a FIFO topic',
    {
      slack: { channels: ['office', 'yard'] },
      audiences: { managers: ['a@b.example'], people: ['c@d.example'], owners: ['e@f.example'] },
      aws: { fifoTopic: true },
    },
  ],
  ['webhooks', { webhooks: [webhook, { ...webhook, name: 'doors' }] }],
])('alarms are counted as they are deployed, with %s', (_, overrides) => {
  const { length } = Object.keys(resources(templateOf(overrides), 'AWS::CloudWatch::Alarm'))
  expect(amountOf('CloudWatch, alarm-month', 100, overrides)).toBeCloseTo(length * 0.1, 8)
})
