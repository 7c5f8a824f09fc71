import { describe, expect, test } from 'vitest'
import { renderMail, renderMailWhole } from '../../../lib/alerts/email/render.ts'
import type { Message } from '../../../lib/alerts/message.ts'
import { english } from '../../../lib/alerts/wording/en.ts'

const of = (headline: string, lines: string[] = []): Message => ({
  headline: [headline],
  sections: lines.length === 0 ? [] : [{ heading: null, lines: lines.map((line) => [line]) }],
})
const mail = (...messages: [Message, ...Message[]]) =>
  renderMail({ messages, nameless: '1 clock-out' }, english)

describe('the subject of a mail', () => {
  test.each([
    ["Amina O'Neill clocked in at 09:02", "Amina O'Neill clocked in at 09:02"],
    ['Jürgen Groß clocked in', 'Jurgen Gross clocked in'],
    ['Łucja Ødegård clocked in', 'Lucja Odegard clocked in'],
    ['結城 由紀 clocked out', '1 clock-out'],
    ['\u2068יעל\u2069 clocked out', '1 clock-out'],
  ])('of %s is %s', (headline, subject) => {
    expect(mail(of(headline)).subject).toBe(subject)
  })

  test('is shorter than 100 characters of printable ASCII, and counts further messages', () => {
    const { subject } = mail(of('x'.repeat(300)), of('y'), of('z'))
    expect(subject).toMatch(/^[\x20-\x7e]{1,99}$/)
    expect(subject).toMatch(/x\.\.\., and 2 more messages$/)
  })
})

describe('the body of a mail', () => {
  test('begins with what matters and lists the rest', () => {
    expect(mail(of('2 clock-ins', ['Ada clocked in', 'Bo clocked in'])).body).toBe(
      '2 clock-ins\n\n- Ada clocked in\n- Bo clocked in',
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
    const { body } = mail(of('10,000 clock-ins', lines))
    expect(Buffer.byteLength(body)).toBeLessThan(256 * 1_024)
    const told = body.split('\n').filter((line) => line.startsWith('- ')).length
    expect(body.split('\n').at(-1)).toBe(`and ${(10_000 - told).toLocaleString('en')} more`)
  })

  test('of which nothing may be left out becomes as many mails as it takes', () => {
    const lines = Array.from({ length: 20_000 }, (_, n) => `Person ${n} of the night shift`)
    const mails = renderMailWhole(of('Roll call', lines), english)
    expect(mails.map(({ subject }) => subject)).toEqual([
      'Roll call (part 1 of 3)',
      'Roll call (part 2 of 3)',
      'Roll call (part 3 of 3)',
    ])
    const told = mails.flatMap(({ body }) =>
      body.split('\n').filter((line) => line.startsWith('- ')),
    )
    expect(told).toHaveLength(20_000)
  })
})
