import { describe, expect, it } from 'vitest'
import { firstLine, summaryLine } from '../../../local/terminal/summary.ts'

const presence = { isComplete: true, people: 40, present: ['Ada', 'Bo', 'Cy', 'Di'], onBreak: 1 }
const totals = { polls: 12, apiCalls: 480, apiErrors: 0, events: 1, delay: null }

describe('the summary', () => {
  it('says who is in, polls, calls, events and delay', () => {
    const delay = { median: 41, longest: 7_300 }
    expect(summaryLine('14:05', presence, { ...totals, delay })).toBe(
      '-- 14:05  4 of 40 in (Ada, Bo, Cy, 1 more), 1 on a break · 12 polls · 480 API calls · ' +
        '1 event · seen after 41 s (median), 2 h 1 min at most',
    )
  })

  it('leaves out what has not been, and tells of failed calls', () => {
    const nobody = { ...presence, present: [], onBreak: 0 }
    expect(summaryLine('14:05', nobody, { ...totals, apiErrors: 3 })).toBe(
      '-- 14:05  0 of 40 in · 12 polls · 480 API calls · 3 failed · 1 event',
    )
  })

  it('begins with how many are watched', () => {
    expect(firstLine({ ...presence, people: 1, present: ['Ada'], onBreak: 0 })).toBe(
      'Watching 1 person: 1 of 1 in (Ada).',
    )
  })
})
