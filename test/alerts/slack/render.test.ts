import { describe, expect, test } from 'vitest'
import { groupMessage } from '../../../lib/alerts/group-message.ts'
import { renderSlack, renderSlackWhole } from '../../../lib/alerts/slack/render.ts'
import { english } from '../../../lib/alerts/wording/en.ts'
import { aClockIn, amina, anEvent, clocking } from '../support/events.ts'

const reading = { now: Date.parse('2026-11-20T18:00:00Z'), zone: 'Europe/London' }
const message = (count: number, prefix = '') => {
  const events = Array.from({ length: count }, (_, n) => aClockIn(n + 1, '2026-11-20T09:00:00Z'))
  for (const { data } of events) data.employee.givenName = prefix + data.employee.givenName
  return groupMessage({ events, isStale: false }, english, reading)
}
const texts = ({ blocks }: ReturnType<typeof renderSlack>) =>
  blocks.map((block) => (block.type === 'section' ? (block.text?.text ?? '') : ''))

describe('a message for Slack', () => {
  test('pings nobody, whatever a name holds', () => {
    const employee = { ...amina, givenName: '<!channel> & <@U1>', familyName: '<http://x|y>' }
    const event = anEvent('clocked-in', { employee, clocking })
    const rendered = renderSlack(
      groupMessage({ events: [event], isStale: false }, english, reading),
      english,
    )
    const shown = '&lt;!channel&gt; &amp; &lt;@U1&gt; &lt;http://x|y&gt; clocked in'
    expect(rendered.text).toBe(`${shown} at 09:02`)
    expect(texts(rendered)).toEqual([
      `${shown} <!date^1795165320^at {time}|at 09:02> (09:02 in London)`,
    ])
    expect(rendered.blocks).toMatchObject([{ text: { type: 'mrkdwn', verbatim: true } }])
  })

  test('stays within 50 blocks of 3,000 characters, and says how many lines it left out', () => {
    const rendered = renderSlack(message(3_000), english)
    const all = texts(rendered)
    expect(all).toHaveLength(50)
    expect(Math.max(...all.map((text) => text.length))).toBeLessThanOrEqual(3_000)
    const told = all.join('\n').match(/Person\d+ Test/g)?.length ?? 0
    expect(all.at(-1)).toBe(`and ${(3_000 - told).toLocaleString('en')} more`)
    expect(told).toBeGreaterThan(1_500)
  })

  test('has a fallback text of bounded length that counts what it leaves out', () => {
    const { text } = renderSlack(message(300, '& '), english)
    expect(text.length).toBeLessThanOrEqual(4_000)
    const told = text.match(/Person\d+ Test/g)?.length ?? 0
    expect(text.split('\n').at(-1)).toBe(`and ${300 - told} more`)
  })

  test('of which nothing may be left out becomes as many posts as it takes', () => {
    const parts = renderSlackWhole(message(10_000), english)
    expect(parts.length).toBeGreaterThan(1)
    const all = parts.flatMap(
      (part) =>
        texts(part)
          .join('\n')
          .match(/Person\d+ Test/g) ?? [],
    )
    expect(new Set(all).size).toBe(10_000)
    expect(Math.max(...parts.map(({ blocks }) => blocks.length))).toBeLessThanOrEqual(50)
    expect(parts[0]?.text).toMatch(/\(part 1 of \d+\)$/)
  })
})
