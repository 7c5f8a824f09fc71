import { rm } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { describeFindings } from './report.ts'
import { torture } from './torture.ts'
import { createLedger } from './truth/ledger.ts'

test('everything due is told through kills and a failing API, and the check would see a loss', async () => {
  const kills = [
    { at: 500, victim: 'messaging' as const, downtime: 200, onEvent: true },
    { at: 2_500, victim: 'dynamodb' as const, downtime: 0, onEvent: true },
    { at: 3_500, victim: 'system' as const, downtime: 0, onEvent: false },
  ]
  const faults = () => [{ on: '*', kind: 'status', status: 503 }]
  const plan = { kills, spells: [{ at: 1_500, length: 1_500, spell: { name: '503', faults } }] }
  const people = { seed: 5, employees: 10, plan, length: 4_500, quiet: 1_500 }
  const result = await torture({ ...people, tell: () => {} })
  const { played, ledger, folder } = result

  expect(describeFindings(result)).toBe('')
  expect(played.kills).toEqual({ system: 1, dynamodb: 1, messaging: 1, everything: 1 })
  expect(played.badAnswers).toBeGreaterThan(0)
  await rm(folder, { recursive: true })

  const { due, lines } = ledger.record()
  expect(lines.length).toBeGreaterThan(20)
  const lossy = createLedger()
  for (const event of due) lossy.expect(event)
  for (const line of lines.slice(1)) lossy.take(line)
  expect(lossy.findings().map(({ kind }) => kind)).toContain('missing')
}, 120_000)
