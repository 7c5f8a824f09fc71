import { describe, expect, test } from 'vitest'
import { renderMail, renderMailWhole } from '../../../lib/alerts/email/render.ts'
import { english } from '../../../lib/alerts/wording/en.ts'
import type { Message } from '../../../lib/alerts/wording/message.ts'

const of = (headline: string, lines: string[] = []): Message => ({
  headline: [headline],
  sections: lines.length === 0 ? [] : [{ heading: null, lines: lines.map((line) => [line]) }],
})
const counts = ['1 clocking was removed', '12 people clocked in']
const mail = (...messages: [Message, ...Message[]]) =>
  renderMail({ messages, counts }, english, 'Harbour Hotel')

describe('the body of a mail', () => {
  test('begins with what matters and lists the rest', () => {
    expect(mail(of('2 people clocked in', ['Ada clocked in', 'Bo clocked in'])).body).toBe(
      '2 people clocked in\n\n- Ada clocked in\n- Bo clocked in',
    )
  })

  test('holds all messages of the minute', () => {
    expect(mail(of('One'), of('Two')).body).toBe('One\n\n\nTwo')
  })

  test('fits into what SNS takes, and says how many lines it left out', () => {
    const lines = Array.from(
      { length: 10_000 },
      (_, n) => `Ünïcödé Person ${n} clocked in at 09:00`,
    )
    const { body, html } = mail(of('10,000 people clocked in', lines))
    expect(Buffer.byteLength(body)).toBeLessThan(256 * 1_024)
    const told = body.split('\n').filter((line) => line.startsWith('- ')).length
    const more = `… and ${(10_000 - told).toLocaleString('en')} more`
    expect(body.split('\n').at(-1)).toBe(more)
    expect(html.match(/<li/g)).toHaveLength(told)
    expect(html).toContain(`<p>${more}</p>`)
  })

  test('leaves out news, never one of two lines that are told together, nor what is needed', () => {
    const count = 10_000
    const lines = Array.from({ length: count }, (_, n) => [`Ünïcödé Person ${n} at 09:00`])
    const news = lines.map(() => ({ isNeeded: false }))
    const [needed, long] = [{ isNeeded: true }, { isNeeded: false }]
    const bundles = [long, needed, ...news.slice(3), needed]
    const sections = [{ heading: null, lines: [['x'.repeat(260_000)], ...lines.slice(1)], bundles }]
    const last = of('1 person joined', ['Bo joined'])
    const { body } = mail({ headline: ['All'], sections }, last)
    expect(Buffer.byteLength(body)).toBeLessThan(256 * 1_024)
    expect(body.split('\n').slice(0, 4)).toEqual([
      'All',
      '',
      '- Ünïcödé Person 1 at 09:00',
      '- Ünïcödé Person 2 at 09:00',
    ])
    expect(body).toContain(`- Ünïcödé Person ${count - 1} at 09:00\n\n\n1 person joined`)
    expect(body).toMatch(/- Bo joined\n… and [\d,]+ more$/)
  })

  test('of which nothing may be left out becomes as many mails as it takes', () => {
    const lines = Array.from({ length: 20_000 }, (_, n) => `Person ${n} of the night shift`)
    const mails = renderMailWhole(of('Roll call', lines), english, 'Harbour')
    expect(mails.map(({ subject }) => subject)).toEqual([
      'Roll call (part 1 of 3) - Harbour',
      'Roll call (part 2 of 3) - Harbour',
      'Roll call (part 3 of 3) - Harbour',
    ])
    const told = mails.flatMap(({ body }) =>
      body.split('\n').filter((line) => line.startsWith('- ')),
    )
    expect(told).toHaveLength(20_000)
  })
})

describe('a mail as HTML', () => {
  test('has the same text in paragraphs, headings and lists', () => {
    const message: Message = {
      headline: ['Morning'],
      sections: [
        { heading: ['Off today (1)'], lines: [['Ada Okafor']] },
        { heading: ['In now (1)'], lines: [['Bo']] },
      ],
    }
    const { html } = renderMail({ messages: [message], counts: [] }, english, 'Harbour')
    const tags = html.replaceAll(/ (?:style|dir)="[^"]*"/g, '')
    expect(tags.slice(tags.indexOf('<body>'))).toBe(
      [
        '<body>',
        '<p><strong>Morning</strong></p>',
        '<h3>Off today (1)</h3>',
        '<ul>',
        '<li>Ada Okafor</li>',
        '</ul>',
        '<h3>In now (1)</h3>',
        '<ul>',
        '<li>Bo</li>',
        '</ul>',
        '</body></html>',
      ].join('\n'),
    )
  })

  test('shows a name as it is written, and lets none of it be markup', () => {
    const name = `<img src=x onerror="a()">&amp;'</li></title><script>`
    const { html } = mail(of(name, [name]), of(name))
    const shown =
      '&lt;img src=x onerror=&quot;a()&quot;&gt;&amp;amp;&#39;&lt;/li&gt;&lt;/title&gt;&lt;script&gt;'
    expect(html.split(shown)).toHaveLength(4)
    expect(html).not.toMatch(/<img|<script|<\/li><\/title/)
  })
})
