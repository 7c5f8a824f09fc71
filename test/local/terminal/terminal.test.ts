import { PassThrough } from 'node:stream'
import { WriteStream } from 'node:tty'
import { afterEach, expect, test, vi } from 'vitest'
import { shownMessage } from '../../../local/alerts/slack-desk.ts'
import { paintFor } from '../../../local/terminal/paint.ts'
import { createTerminal } from '../../../local/terminal/terminal.ts'

/** Keeps what is written to it. */
const page = () => {
  const stream = new PassThrough({ encoding: 'utf8' })
  return { stream, text: () => String(stream.read() ?? '') }
}

/** A stream that says of itself that it is a terminal of many colours. */
const terminalLike = () => {
  const stream = new PassThrough()
  return Object.assign(stream, {
    isTTY: true,
    getColorDepth: WriteStream.prototype.getColorDepth,
    hasColors: WriteStream.prototype.hasColors,
  })
}

afterEach(() => vi.unstubAllEnvs())

test('breaks what does not fit 80 columns, behind the bar of the message that it is part of', () => {
  const { stream, text } = page()
  const { note } = createTerminal({ json: false, timeZone: 'UTC' }, stream, stream)
  const names = Array.from({ length: 12 }, (_, n) => `Person ${n}`).join(', ')
  note(shownMessage('office', `12 clock-ins\n${names}`))

  const lines = text().trimEnd().split('\n')
  expect(lines).toHaveLength(3)
  expect(lines[0]).toBe('  #office │ 12 clock-ins')
  for (const line of lines.slice(1)) {
    expect(line).toMatch(/^ {10}│ \S/)
    expect(line.length).toBeLessThanOrEqual(80)
  }
  expect(
    lines
      .slice(1)
      .map((line) => line.slice(12))
      .join(' '),
  ).toBe(names)
})

test('breaks a line of a list behind its dash', () => {
  const { stream, text } = page()
  const { note } = createTerminal({ json: false, timeZone: 'UTC' }, stream, stream)
  note(`Nurse (1)\n- ${'since 06:04 '.repeat(8)}`)
  expect(text().trimEnd().split('\n')).toEqual([
    'Nurse (1)',
    `- ${'since 06:04 '.repeat(6)}since`,
    '  06:04 since 06:04',
  ])
})

test('counts the columns that characters take, not the characters', () => {
  const { stream, text } = page()
  const { note } = createTerminal({ json: false, timeZone: 'UTC' }, stream, stream)
  note(`${'翔太 '.repeat(20)}`)
  expect(
    text()
      .trimEnd()
      .split('\n')
      .map((line) => line.trim()),
  ).toEqual(['翔太 '.repeat(16).trim(), '翔太 '.repeat(4).trim()])
})

test('leaves long words, problems and JSON whole', async () => {
  const [out, problems] = [page(), page()]
  const options = { json: true, timeZone: 'UTC' }
  const terminal = createTerminal(options, out.stream, problems.stream)
  const long = 'word '.repeat(40).trim()
  await terminal.event(long)
  terminal.problem(long)
  terminal.note('x'.repeat(100))
  expect(out.text()).toBe(`${long}\n`)
  expect(problems.text()).toBe(`${long}\n${'x'.repeat(100)}\n`)
})

test('has colours where the terminal has them, and NO_COLOR does not forbid it', () => {
  vi.stubEnv('FORCE_COLOR', undefined)
  // Node takes a CI that it does not know for a terminal without colours.
  vi.stubEnv('CI', undefined)
  vi.stubEnv('NO_COLOR', undefined)
  vi.stubEnv('TERM', 'xterm-256color')
  expect(paintFor(terminalLike())('problem', 'x')).toBe('\u001b[31mx\u001b[39m')
  expect(paintFor(new PassThrough())('problem', 'x')).toBe('x')
  vi.stubEnv('NO_COLOR', '1')
  expect(paintFor(terminalLike())('problem', 'x')).toBe('x')
})
