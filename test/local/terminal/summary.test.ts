import { describe, expect, test } from 'vitest'
import { firstLine, summary } from '../../../local/terminal/summary.ts'

const presence = { isComplete: true, people: 40, present: ['Ada', 'Bo', 'Cy', 'Di'], onBreak: 1 }
const totals = { polls: 12, apiCalls: 480, apiErrors: 0, events: 1, delay: null }
const moment = Date.parse('2026-11-20T14:05:00Z')

describe('the summary', () => {
  test('says the day and time, who is in, polls, calls, events and delay', () => {
    const delay = { median: 41, longest: 7_300 }
    expect(summary(moment, 'Europe/Paris', presence, { ...totals, delay })).toBe(
      '-- Fri 20 Nov, 15:05  4 of 40 in, 1 on a break\n' +
        '   12 polls · 480 API calls · 1 event · seen after 41 s (median), 2 h 1 min at most',
    )
  })

  test('leaves out what has not been, and tells of failed calls', () => {
    const nobody = { ...presence, present: [], onBreak: 0 }
    expect(summary(moment, 'UTC', nobody, { ...totals, apiErrors: 3 })).toBe(
      '-- Fri 20 Nov, 14:05  0 of 40 in\n   12 polls · 480 API calls · 3 failed · 1 event',
    )
  })

  test('begins with how many are watched, and some of those who are in', () => {
    expect(firstLine({ ...presence, people: 1, present: ['Ada'], onBreak: 0 })).toBe(
      'Watching 1 person: 1 in (Ada).',
    )
    expect(firstLine(presence)).toBe('Watching 40 people: 4 in (Ada, Bo, 2 more), 1 on a break.')
  })
})
