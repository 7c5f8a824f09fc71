import { describe, expect, test } from 'vitest'
import { renderSlack, renderSlackWhole } from '../../../lib/alerts/slack/render.ts'
import { english } from '../../../lib/alerts/wording/en.ts'
import { groupMessage } from '../../../lib/alerts/wording/group-message.ts'
import { shownBlocks } from '../../../scripts/alert-examples/blocks.ts'
import { anId } from '../../harness/builders.ts'
import { aClockIn, amina, anEvent, clocking } from '../support/events.ts'

const reading = { now: Date.parse('2026-11-20T18:00:00Z'), zone: 'Europe/London' }
const message = (count: number, prefix = '') => {
  const events = Array.from({ length: count }, (_, n) => aClockIn(n + 1, '2026-11-20T09:00:00Z'))
  for (const { data } of events) data.employee.givenName = prefix + data.employee.givenName
  return groupMessage({ events, isStale: false }, english, reading)
}
const lines = ({ blocks }: ReturnType<typeof renderSlack>) => shownBlocks(blocks)
const sizeOf = (rendered: ReturnType<typeof renderSlack>) => lines(rendered).join('').length

/** Someone of this name, by the clock of a zone, clocking in. */
const clockIn = (name: string, startTimeZone = 'Europe/London') => {
  const employee = { ...amina, givenName: name, familyName: '' }
  const event = anEvent('clocked-in', { employee, clocking: { ...clocking, startTimeZone } })
  return renderSlack(groupMessage({ events: [event], isStale: false }, english, reading), english)
}

describe('a message for Slack', () => {
  test.each([
    '*Ada*',
    '_Ada_ Lovelace_',
    '~Ada~',
    '`Ada`',
    '```Ada',
    ':tada: &lt; <!channel> <@U1>',
  ])('shows the name %s as it is written, as text that is no markup', (name) => {
    const { blocks } = clockIn(name)
    expect(blocks).toEqual([
      {
        type: 'rich_text',
        elements: [
          {
            type: 'rich_text_section',
            elements: [{ type: 'text', text: `${name} clocked in at 09:02` }],
          },
        ],
      },
    ])
  })

  test('escapes in its fallback text what Slack would act on', () => {
    expect(clockIn('<!channel> & <@U1>').text).toBe(
      '&lt;!channel&gt; &amp; &lt;@U1&gt; clocked in at 09:02',
    )
  })

  test('tells one time where the clocks agree, though the zones are called differently', () => {
    for (const zone of ['Europe/London', 'Europe/Dublin', 'Atlantic/Reykjavik', 'UTC'])
      expect(lines(clockIn('Ada', zone))).toEqual(['Ada clocked in at 09:02'])
  })

  test('tells the reader’s own time beside that of a person elsewhere', () => {
    const { blocks } = clockIn('Ada', 'Europe/Warsaw')
    expect(blocks).toMatchObject([
      {
        elements: [
          {
            elements: [
              { type: 'text', text: 'Ada clocked in at 10:02 in Warsaw (' },
              { type: 'date', timestamp: 1_795_165_320, format: '{time} your time' },
              { type: 'text', text: ')' },
            ],
          },
        ],
      },
    ])
  })

  test('that is long ends between two lines with a count of what it left out', () => {
    const rendered = renderSlack(message(3_000), english)
    const all = lines(rendered)
    const told = all.filter((line) => /^• Person\d+ Test clocked in at 09:00$/.test(line)).length
    expect(told).toBeGreaterThan(200)
    expect(all).toHaveLength(1 + told + 1)
    expect(all.at(-1)).toBe(`… and ${(3_000 - told).toLocaleString('en')} more`)
    expect(sizeOf(rendered)).toBeLessThanOrEqual(10_000)
  })

  test('with more headings than Slack has blocks for is cut as well, never after a heading', () => {
    const sections = Array.from({ length: 80 }, (_, n) => ({ heading: [`H${n}`], lines: [['x']] }))
    const rendered = renderSlack({ headline: ['All'], sections }, english)
    expect(rendered.blocks).toHaveLength(50)
    expect(lines(rendered).slice(-3)).toEqual(['*H47*', '• x', '… and 32 more'])
  })

  test('has a fallback text of bounded length that counts what it leaves out', () => {
    const { text } = renderSlack(message(300, '& '), english)
    expect(text.length).toBeLessThanOrEqual(4_000)
    const told = text.match(/Person\d+ Test/g)?.length ?? 0
    expect(text.split('\n').at(-1)).toBe(`… and ${300 - told} more`)
  })

  test('that is long leaves out no removal, and no clock-in without it, in its fallback text either', () => {
    const clockIns = Array.from({ length: 300 }, (_, n) => aClockIn(n + 1, '2026-11-20T09:00:00Z'))
    const removals = [1, 2, 300].map((n) => {
      const { employee } = aClockIn(n, '2026-11-20T09:00:00Z').data
      const removed = { ...clocking, id: anId(n, 1), employeeId: employee.id }
      const seen = { time: '2026-11-20T09:30:00Z', id: anId(n, 8), sequence: 2 }
      return anEvent('clocking-removed', { employee, clocking: removed }, seen)
    })
    const all = { events: [...clockIns, ...removals], isStale: false }
    const rendered = renderSlack(groupMessage(all, english, reading), english)
    for (const text of [rendered.text, lines(rendered).join('\n')])
      for (const n of [1, 2, 300])
        expect(text).toMatch(
          new RegExp(`Person${n} Test clocked in at [^]*Person${n} Test's clock-in at .* removed`),
        )
    expect(sizeOf(rendered)).toBeLessThanOrEqual(10_000)
    expect(rendered.text.length).toBeLessThanOrEqual(4_000)
  })

  test('of which nothing may be left out becomes as many posts as it takes', () => {
    const parts = renderSlackWhole(message(10_000), english)
    expect(parts.length).toBeGreaterThan(1)
    const all = parts.flatMap(
      (part) =>
        lines(part)
          .join('\n')
          .match(/Person\d+ Test/g) ?? [],
    )
    expect(all).toHaveLength(10_000)
    expect(new Set(all).size).toBe(10_000)
    expect(Math.max(...parts.map(({ blocks }) => blocks.length))).toBeLessThanOrEqual(50)
    expect(parts[0]?.text).toMatch(/\(part 1 of \d+\)$/m)
    // A roll call is read aloud as well: nobody is missing there either.
    const readAloud = parts.flatMap(({ text }) => text.match(/Person\d+ Test/g) ?? [])
    expect(new Set(readAloud).size).toBe(10_000)
    expect(Math.max(...parts.map(({ text }) => text.length))).toBeLessThanOrEqual(40_000)
  })
})
