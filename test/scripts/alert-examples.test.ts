import { describe, expect, test } from 'vitest'
import { eventNames } from '../../lib/attendance/events/events.ts'
import { alertExamplesPage } from '../../scripts/alert-examples/page.ts'

describe('the page of examples of alerts', () => {
  const sections = alertExamplesPage()
    .split(/^## /m)
    .slice(1)
    .map((text) => ({ title: text.split('\n')[0] ?? '', text }))
  const titled = (title: string) => sections.find((each) => each.title === title)?.text ?? ''
  const opaqueOf = (title: string) =>
    titled(title)
      .split(/^With /m)
      .filter((part) => part.startsWith('`"show": "opaque"`'))

  test('shows every type of event', () => {
    for (const name of eventNames)
      expect(sections.some(({ title }) => title.split(',')[0] === name)).toBe(true)
  })

  test('says of all but the test message when it was sent', () => {
    const undated = sections.filter(({ text }) => !/^Sent on \w{3} \d+ Nov at /m.test(text))
    expect(undated.map(({ title }) => title)).toEqual(['A test message'])
  })

  test.each(['absence-started, a sickness', 'A digest'])(
    '%s is shown at every level, and as opaque says nothing of an illness',
    (title) => {
      expect(titled(title)).toContain('"category"')
      expect(titled(title)).toContain('"full"`')
      expect(opaqueOf(title)).toHaveLength(1)
      expect(opaqueOf(title)[0]).toContain('Siobhán')
      expect(opaqueOf(title)[0]).not.toMatch(/sick|expected/)
    },
  )

  test('lists nobody in a stale digest who came after the time clock was last heard', () => {
    expect(titled('A digest while the feed is stale')).toContain('last heard at 06:12')
    const times = [...titled('A digest while the feed is stale').matchAll(/since (\d\d:\d\d)/g)]
    expect(times.length).toBeGreaterThan(0)
    for (const [, time = ''] of times) expect(time <= '06:12').toBe(true)
  })
})
