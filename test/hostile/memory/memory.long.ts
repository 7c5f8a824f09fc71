import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { aClocking, anId, employeeId } from '../../harness/builders.ts'
import { type Behaviour, page, raw, startService } from '../../workforce/service.ts'

/** Half of the memory that `poll-shard` has, in megabytes: so much of it Node takes for its heap. */
const heap = 128
const main = fileURLToPath(new URL('main.ts', import.meta.url))

/** As much of one thing as an answer may hold, and ten times that. */
const megabytes = (count: number, piece: string): string =>
  piece.repeat(Math.floor((count * 1024 * 1024) / piece.length))
const itemsOf = (count: number, piece: string): string => `{"items":[${megabytes(count, piece)}0]}`
const deep = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth)
const withBreaks = (zeros: string): string =>
  JSON.stringify({ items: [{ ...aClocking({ employeeId }), breaks: ['%'] }] }).replace('"%"', zeros)

/** Clockings with notes as long as they may be. */
const longNotes = (count: number) =>
  Array.from({ length: count }, () => aClocking({ employeeId, note: 'x'.repeat(20_000) }))

/** As many of them as a page may have bytes, or only one, and a token of its own each time. */
let pages = 0
const endless =
  (count: number): Behaviour =>
  (response, seen) => {
    pages += 1
    page(longNotes(count), String(pages))(response, seen)
  }

/** As many pages as a listing may have, over and over, of records that were never there before. */
let others = 0
const otherRecords: Behaviour = (response, seen) => {
  others += 1
  const items = longNotes(11).map((clocking, n) => ({ ...clocking, id: anId(others * 100 + n) }))
  page(items, others % 50 === 0 ? null : String(others))(response, seen)
}

const flood: Behaviour = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  const piece = '[[],'.repeat(16_000)
  const more = (): void =>
    void (response.destroyed || response.write(piece, () => setImmediate(more)))
  more()
}

const answers: Record<string, [Behaviour, string]> = {
  'zeros-for-records': [raw(itemsOf(1.9, '0,')), 'malformed-answer'],
  'objects-for-records': [raw(itemsOf(1.9, '{},')), 'malformed-answer'],
  'zeros-for-breaks': [raw(withBreaks(`${'0,'.repeat(90_000)}0`)), 'listed'],
  'more-zeros-for-breaks': [raw(withBreaks(`${megabytes(1.9, '0,')}0`)), 'malformed-answer'],
  'nested-deep': [raw(`{"items":[${deep(90_000)}]}`), 'listed'],
  'nested-deeper': [raw(`{"items":[${deep(900_000)}]}`), 'malformed-answer'],
  'too-large': [raw(itemsOf(20, '{},')), 'malformed-answer'],
  'a-flood': [flood, 'malformed-answer'],
  'a-large-refusal': [raw(itemsOf(20, '0,'), 'application/problem+json', 403), 'problem'],
  'pages-without-end': [endless(1), 'endless-listing'],
  'large-pages-without-end': [endless(80), 'endless-listing'],
  'other-records-each-time': [otherRecords, 'unstable'],
}

test(`answers that are made to be large fit into ${heap} MB`, { timeout: 60_000 }, async () => {
  const service = await startService((response, seen) => {
    const [, name = ''] = seen.path.split('/')
    answers[name]?.[0](response, seen)
  })
  const { stdout } = await promisify(execFile)(process.execPath, [
    `--max-old-space-size=${heap}`,
    main,
    service.url,
    ...Object.keys(answers),
  ])
  const expected = Object.entries(answers).map(([name, [, outcome]]) => `${name}: ${outcome}`)
  expect(stdout.trim().split('\n')).toEqual(expected)
})
