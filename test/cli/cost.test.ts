import { describe, expect, test } from 'vitest'
import { assumptions } from '../../cli/cost/assumptions.ts'
import { billText } from '../../cli/cost/bill.ts'
import { monthlyBill, monthlyFixed, monthlyTotal } from '../../cli/cost/monthly-bill.ts'
import { prices } from '../../cli/cost/prices.ts'
import { readShare } from '../../cli/cost/usage/polling.ts'
import { workloadOf } from '../../cli/cost/workload.ts'
import { pollShardMegabytes } from '../../lib/settings/memory.ts'
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
  const reads = 'DynamoDB, read request unit'
  const inOrder = quantityOf(reads, [{ ...webhook, ordered: true }])
  expect(inOrder - quantityOf(reads, [webhook])).toBeCloseTo(perMonth, 6)
  expect(more('CloudWatch, custom metric-month')).toBe(5)
  expect(more('Secrets Manager, secret-month')).toBe(1)
  expect(more('CodeDeploy, shift of a function')).toBe(assumptions.releasesPerMonth)
  const second = totalOf([webhook, { ...webhook, name: 'doors' }]) - totalOf([webhook])
  expect(second).toBeGreaterThan(1)
  expect(second).toBeLessThan(4)
})

test('a read API costs what is asked of it, and its function', () => {
  const quantityOf = (what: string, aws: object): number =>
    monthlyBill(settingsOf({ aws }), 100).find((line) => line.what === what)?.quantity ?? Number.NaN
  const more = (what: string) => quantityOf(what, { readApi: {} }) - quantityOf(what, {})
  const perHour = assumptions.readApiPullsPerHour + assumptions.readApiPresencesPerHour
  expect(quantityOf('API Gateway, HTTP request', {})).toBe(0)
  expect(more('API Gateway, HTTP request')).toBeCloseTo(perHour * 730, 6)
  expect(more('Lambda, request')).toBeCloseTo(perHour * 730, 6)
  expect(more('DynamoDB, read request unit')).toBeGreaterThan(16 * 60 * 730)
  expect(more('CodeDeploy, shift of a function')).toBe(assumptions.releasesPerMonth)
})

describe('mails cost', () => {
  const audiences = { managers: ['a@b.example', 'c@b.example'], owners: ['d@b.example'] }
  const rule = (name: string, email: string[]) => ({ name, on: ['clocked-in'], email })
  const quantitiesOf = (overrides: object) => {
    const lines = monthlyBill(settingsOf({ audiences, ...overrides }), 100)
    const quantityOf = (what: string) => lines.find((line) => line.what === what)?.quantity
    return { sns: quantityOf('SNS, mail'), ses: quantityOf('SES, mail') }
  }
  const alerted = (100 * assumptions.eventsPerEmployeeAndDay * 365 * assumptions.alertedShare) / 12

  test('nothing where none are sent', () => {
    expect(quantitiesOf({})).toEqual({ sns: 0, ses: 0 })
  })

  test('one for each reader of an alert, once where two rules name their audience', () => {
    const alerts = [rule('some', ['managers']), rule('more', ['managers', 'owners'])]
    const { sns, ses } = quantitiesOf({ alerts })
    expect(sns).toBeCloseTo(3 * alerted, 6)
    expect(ses).toBe(0)
  })

  test('of SES, where they have a sender', () => {
    const mail = { from: 'attendance@b.example' }
    const { sns, ses } = quantitiesOf({ alerts: [rule('some', ['owners'])], mail })
    expect(sns ?? 0).toBe(0)
    expect(ses).toBeCloseTo(alerted, 6)
  })

  test('one for each reader of a digest, every day', () => {
    const digests = [{ name: 'morning', at: '08:30', email: ['managers'], include: ['off-today'] }]
    expect(quantitiesOf({ digests }).sns).toBeCloseTo((2 * 365) / 12, 6)
  })
})

test('what is paid whatever happens does not grow with the roster', () => {
  const settings = settingsOf({ webhooks: [webhook] })
  const used = [100, 200].map(
    (employees) => monthlyTotal(settings, employees) - monthlyFixed(settings),
  )
  const [some = 0, twice = 0] = used
  expect(some).toBeGreaterThan(0)
  expect(twice).toBeGreaterThan(1.5 * some)
  expect(monthlyFixed(settings)).toBeGreaterThan(monthlyFixed(settingsOf()))
  expect(billText(settings, 100)).toContain(some.toFixed(2))
})

describe('a poll reads its shard', () => {
  const shareOf = (employees: number, overrides = {}): number => {
    const workforce = { ...settingsOf().workforce, requestsPerSecond: 200 }
    const settings = settingsOf({ workforce, ...overrides })
    return readShare(settings, workloadOf(settings, employees))
  }

  test('seldom where one instance at a time makes all of them', () => {
    expect(shareOf(250)).toBeCloseTo(1 / (60 * assumptions.hoursOfInstance), 6)
  })

  test('more often the more take turns, and the more happens between their polls', () => {
    const many = shareOf(10_000)
    expect(many).toBeGreaterThan(0.1)
    expect(many).toBeLessThan(1)
    expect(shareOf(10_000, { polling: { clockingsEverySeconds: 300 } })).toBeGreaterThan(many)
  })
})

test('polling half as often costs about half the waiting', () => {
  const often = amountOf('Lambda, arm64, GB-second', 500)
  const rarely = amountOf('Lambda, arm64, GB-second', 500, {
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

test('says where prices are of another region', () => {
  const text = (region: string) => billText(settingsOf({ aws: { region } }), 100)
  expect(text('af-south-1')).toContain('in af-south-1 they are others')
  expect(text(prices.region)).not.toContain('they are others')
})

test('memory and alarms are counted as they are deployed', () => {
  const template = templateOf({ webhooks: [webhook], aws: { readApi: {} } })
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
    readApi: gigabytesOf('ReadApi'),
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
  ['a read API', { aws: { readApi: {} } }],
])('alarms are counted as they are deployed, with %s', (_, overrides) => {
  const { length } = Object.keys(resources(templateOf(overrides), 'AWS::CloudWatch::Alarm'))
  expect(amountOf('CloudWatch, alarm-month', 100, overrides)).toBeCloseTo(length * 0.1, 8)
})
