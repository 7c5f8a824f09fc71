import { describe, expect, test } from 'vitest'
import { scenarios, spansOf } from '../../bench/measuring/schedule.ts'
import {
  mannerOf,
  pageOf,
  type SizeSection,
  sectionOf,
  sectionsOnPage,
  withSections,
} from '../../bench/report/page.ts'
import { minute } from '../../lib/attendance/moments.ts'

const setup = { latency: 50, inFlight: 40 }
const section = (employees: number, date: string): SizeSection =>
  sectionOf({ ...setup, employees }, 1, date, '| a | b |\n| - | - |\n| 1 | 2 |')
const small = section(250, '2026-11-01')
const large = section(25_000, '2026-11-02')
const page = pageOf([small, large], setup, 1)

describe('a page of measurements', () => {
  test('says of each size when, on what and how it was measured', () => {
    expect(page).toMatch(/^## 250 employees\n\nMeasured on 2026-11-01, on \d+ cores/m)
    expect(page).toContain('by `--employees 25000 --latency 50 --in-flight 40 --days 1`.')
  })

  test('keeps the sizes that are not measured again', () => {
    const known = sectionsOnPage(page, mannerOf(setup, 1))
    expect(known).toEqual([small, large])
    const again = section(250, '2026-11-03')
    const middle = section(2_500, '2026-11-03')
    expect(withSections(known, [again, middle])).toEqual([again, middle, large])
  })

  test('keeps nothing that was measured in another manner', () => {
    expect(sectionsOnPage(page, mannerOf(setup, 10))).toEqual([])
    expect(sectionsOnPage(page, mannerOf({ ...setup, latency: 5 }, 1))).toEqual([])
    expect(sectionsOnPage('', mannerOf(setup, 1))).toEqual([])
  })
})

test('of very many people each scenario is measured in one poll', () => {
  const measured = spansOf.few.filter(({ scenario }) => scenario !== null)
  expect(measured.map(({ scenario }) => scenario)).toEqual(scenarios)
  for (const { polls } of measured) expect(polls).toHaveLength(1)
  const polls = spansOf.few.flatMap((span) => span.polls)
  expect(polls).toEqual(polls.toSorted((a, b) => a - b))
  // What is not measured has asked for absences, and is over.
  for (const [index, { scenario, polls }] of spansOf.few.entries()) {
    const before = spansOf.few[index - 1]
    if (scenario === null) continue
    expect(before?.scenario).toBeNull()
    const apart = (polls[0] ?? 0) - (before?.polls[0] ?? 0)
    expect(apart).toBeGreaterThan(5 * minute)
    expect(apart).toBeLessThan(15 * minute)
  }
})
