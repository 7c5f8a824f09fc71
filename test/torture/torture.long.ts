import { rm } from 'node:fs/promises'
import { expect, test } from 'vitest'
import type { Plan } from './faults/plan.ts'
import { describeFindings } from './report.ts'
import { removalAfter } from './settings.ts'
import { torture } from './torture.ts'
import { createLedger } from './truth/ledger.ts'
import { createUntruths } from './truth/untruths.ts'

const always = (name: string, fault: object) => ({
  name,
  faults: () => [{ on: '*', kind: 'status', ...fault }],
})

const lossOfAll = {
  name: 'nothing of anyone, half of the roster',
  faults: () => [
    { on: 'clockings', kind: 'empty' },
    { on: 'absences', kind: 'empty' },
    { on: 'employees', kind: 'short', keep: 0.5 },
  ],
}

const aStaleAnswerEach = {
  name: 'one answer of 2 s ago about each',
  faults: (employees: readonly string[]) =>
    employees.map((employeeId) => {
      const kind = 'stale'
      return { on: 'clockings', kind, secondsAgo: 2, employeeId, times: 1 }
    }),
}

/**
 * A poll that takes its time finds SNS gone, the next one DynamoDB; then the system dies. Answers
 * are slow in both ways, then out of date. In the end nothing of anyone is shown, and half of the roster, for
 * longer than makes it count as gone.
 */
const plan: Plan = {
  kills: [
    { at: 900, victim: 'messaging', downtime: 1_200, onEvent: false },
    { at: 2_600, victim: 'dynamodb', downtime: 0, onEvent: true },
    { at: 3_500, victim: 'system', downtime: 0, onEvent: false },
  ],
  spells: [
    { at: 100, length: 1_500, spell: always('slow', { kind: 'delay', delayMs: 600 }) },
    { at: 2_200, length: 1_200, spell: always('503', { status: 503 }) },
    { at: 5_000, length: 2_000, spell: always('slow', { kind: 'late', delayMs: 900 }) },
    { at: 7_000, length: 2_000, spell: always('slow', { kind: 'delay', delayMs: 900 }) },
    { at: 9_100, length: 1_800, spell: aStaleAnswerEach },
    { at: 11_000, length: (removalAfter + 4) * 1_000, spell: lossOfAll },
  ],
}

test('everything due is told through kills and a failing API, and the check would see a loss', async () => {
  const people = { seed: 5, employees: 20, length: (removalAfter + 16) * 1_000 }
  const result = await torture({ ...people, plan, quiet: 1_500, tell: () => {} })
  const { played, ledger, folder } = result

  expect(describeFindings(result)).toBe('')
  expect(played.kills).toEqual({ system: 1, dynamodb: 1, messaging: 1, everything: 1 })
  expect(played.badAnswers).toBeGreaterThan(0)
  await rm(folder, { recursive: true })

  const { due, lines } = ledger.record()
  expect(lines.length).toBeGreaterThan(10)
  const lossy = createLedger(createUntruths())
  for (const event of due) lossy.expect(event)
  for (const line of lines.slice(1)) lossy.take(line)
  expect(lossy.findings().map(({ kind }) => kind)).toContain('missing')
}, 300_000)
