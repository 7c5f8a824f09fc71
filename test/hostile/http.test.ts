import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readRecords } from '../../lib/workforce/listing.ts'
import { ReadClocking } from '../../lib/workforce/reading.ts'
import { aClocking, aHoliday, anId, aState } from '../harness/builders.ts'
import { type Behaviour, page, raw } from '../workforce/service.ts'
import { mutated } from './arbitraries.ts'
import { contentType, damaged } from './bytes.ts'
import { expectOneOfOurs, items, startHostile, status, text, untouched } from './service.ts'
import { createSystem } from './system.ts'

test('whatever bytes come, with whatever status and type: records that hold, or one error of ours', async () => {
  const api = await startHostile()
  await fc.assert(
    fc.asyncProperty(damaged(text), contentType, status, async (bytes, type, code) => {
      api.answer(raw(bytes, type, code))
      const { pages, error } = await api.list()
      if (pages === undefined) return expectOneOfOurs(error)
      expect(code).toBe(200)
      for (const { records } of pages) {
        const { rejected } = readRecords(ReadClocking, records)
        expect(rejected).toEqual([])
      }
    }),
    { numRuns: 300 },
  )
})

test('the rest of a page is used where a record is the problem, whatever it is', async () => {
  const api = await startHostile()
  await fc.assert(
    fc.asyncProperty(items, contentType, async (records, type) => {
      api.answer(raw(JSON.stringify({ items: [...records, untouched, ...records] }), type))
      const { pages } = await api.list()
      const [first] = pages ?? []
      expect(first?.records).toContainEqual(untouched)
      expect((first?.records.length ?? 0) + (first?.rejected.length ?? 0)).toBe(
        2 * records.length + 1,
      )
    }),
    { numRuns: 100 },
  )
})

test('pages that loop, repeat and contradict each other end, and tell each clocking once', async () => {
  const ends = ['2026-11-18T16:00:00Z', '2026-11-18T17:00:00Z']
  const pageOf = fc.record({
    items: fc.array(
      fc.record({ id: fc.constantFrom(1, 2, 3), end: fc.constantFrom(null, ...ends) }),
      { maxLength: 4 },
    ),
    next: fc.option(fc.nat(5)),
  })
  const api = await startHostile()
  await fc.assert(
    fc.asyncProperty(fc.array(pageOf, { minLength: 6, maxLength: 6 }), async (pages) => {
      api.answer((response, { path, body }) => {
        const { continuationToken = 0 } = JSON.parse(body)
        const { items: some, next } = pages[Number(continuationToken)] ?? { items: [], next: null }
        const records = some.map(({ id, end }) => aClocking({ id: anId(id, 1), end }))
        const listed = path.includes('clockings') ? records : []
        page(listed, path.includes('clockings') && next !== null ? String(next) : null)(response, {
          path,
          headers: {},
          body,
        })
      })
      const system = createSystem(api.client)
      await system.watch([aState({ version: 0 })])
      const report = await system.poll()
      const told = system.events().map(({ id }) => id)
      expect(new Set(told).size).toBe(told.length)
      // Absences are answered all the while.
      expect(report).toMatchObject({ kind: 'polled', absenceOutage: null, failures: [] })
      if (report.kind === 'polled' && report.clockingOutage !== null) expect(told).toEqual([])
      else expect(report).toMatchObject({ polled: 1 })
    }),
    { numRuns: 100 },
  )
})

test('one employee’s hostile answers cost no colleague a poll, and tell nothing that does not hold', async () => {
  const api = await startHostile()
  const colleague = anId(2)
  const theirs = aClocking({ id: anId(8, 1), employeeId: colleague })
  const absences = mutated(aHoliday()).map((absence) => JSON.stringify({ items: [absence] }))
  await fc.assert(
    fc.asyncProperty(
      damaged(text),
      damaged(absences),
      fc.constantFrom(200, 200, 200, 403, 404, 422, 500),
      async (clockings, away, code) => {
        api.answer((response, seen) => {
          const isClockings = seen.path.includes('clockings')
          const answer = seen.body.includes(colleague)
            ? page(isClockings ? [theirs] : [])
            : raw(isClockings ? clockings : away, 'application/json', code)
          answer(response, seen)
        })
        const system = createSystem(api.client)
        await system.watch([aState({ version: 0 }), aState({ employeeId: colleague, version: 0 })])
        const report = await system.poll()
        expect(report).toMatchObject({ kind: 'polled', unsaved: [], unreadable: [] })
        const events = system.events()
        expect(events.map(({ subject, type }) => `${subject} ${type}`)).toEqual(
          expect.arrayContaining([
            `${colleague} attendance.clocked-in`,
            `${colleague} attendance.clocked-out`,
          ]),
        )
        if (report.kind !== 'polled') return
        for (const { error } of [...report.failures, ...report.absenceFailures])
          expectOneOfOurs(error)
        const theirOwn = events.filter(({ subject }) => subject !== colleague)
        const ofAbsences = theirOwn.filter(
          ({ type }) => type.includes('absence') || type.endsWith('return-overdue'),
        )
        // What is said of the one kind is believed, whatever becomes of the other.
        if (report.failures.length > 0) expect(theirOwn).toEqual(ofAbsences)
        if (report.absenceFailures.length > 0) expect(ofAbsences).toEqual([])
      },
    ),
    { numRuns: 120 },
  )
})

test.each<[string, Behaviour]>([
  ['a protocol of its own', (response) => response.socket?.end('SSH-2.0-OpenSSH_9.9\r\n')],
  [
    'headers without end',
    (response) => response.socket?.write(`HTTP/1.1 200 OK\r\n${'x: y\r\n'.repeat(9_000)}`),
  ],
  [
    'an upgrade',
    (response) => response.writeHead(101, { upgrade: 'x', connection: 'upgrade' }).end(),
  ],
  [
    'more bytes than it announced',
    (response) => response.socket?.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{"items":[]}'),
  ],
  [
    'chunks that are none',
    (response) =>
      response.socket?.end('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n'),
  ],
])('%s is one error of ours, too', async (_name, behaviour) => {
  const api = await startHostile({ timeouts: { connect: 500, headers: 500, body: 500 } })
  api.answer(behaviour)
  const { error } = await api.list()
  expectOneOfOurs(error)
})
