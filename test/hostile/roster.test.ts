import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readRecords } from '../../lib/workforce/listing.ts'
import { isNameless } from '../../lib/workforce/nameless.ts'
import { ReadEmployee } from '../../lib/workforce/reading.ts'
import { anEmployee, anId } from '../harness/builders.ts'
import { aClient, page, raw, startService } from '../workforce/service.ts'
import { hostileValue, mutated } from './arbitraries.ts'
import { damaged } from './bytes.ts'
import { createSystem } from './system.ts'

const members = Array.from({ length: 12 }, (_, n) => anEmployee({ id: anId(n + 1) }))
const newcomer = anEmployee({ id: anId(50) })

/** A system that watches twelve people, and whose API says of its employees what it is told. */
const startRoster = async () => {
  let answer = page(members)
  const service = await startService((response, seen) => answer(response, seen))
  const client = aClient(service, { retry: { attempts: 1 } })
  return {
    say: (next: typeof answer) => {
      answer = next
    },
    watching: async () => {
      answer = page(members)
      const system = createSystem(client)
      await system.refresh()
      return system
    },
  }
}

/** Some of the members with hostile records in their places, and one who is new. */
const roster = fc
  .record({
    at: fc.uniqueArray(fc.nat(11), { maxLength: 3 }),
    by: fc.array(mutated(members[0] ?? {}), { minLength: 3, maxLength: 3 }),
  })
  .map(({ at, by }): unknown[] => [
    ...members.map((member, n) => (at.includes(n) ? by[at.indexOf(n)] : member)),
    newcomer,
  ])

/**
 * Who is employed by the records that hold, the last of an id where it has several, and who is there by those that do not.
 */
const employedIn = (items: unknown[]) => {
  const { records, rejected } = readRecords(ReadEmployee, items)
  const lastOfEach = [...new Map(records.map((record) => [record.id, record])).values()]
  const employed = lastOfEach.filter(({ _metadata }) => !_metadata.isTerminated)
  const ids = new Set(employed.map(({ id }) => id))
  const unread = rejected.map(({ id }) => (isNameless(id) ? null : id))
  const shown = new Set<string | null>([...ids, ...unread])
  for (const { id, _metadata } of lastOfEach) if (_metadata.isTerminated) shown.delete(id)
  return { ids, shown }
}

/** Whether pages overlap, which they do not unless something shifted. */
const isAnybodyOnBoth = (pages: unknown[][]): boolean => {
  const [first, second] = pages.map((items) => {
    const { records, rejected } = readRecords(ReadEmployee, items)
    return [...records, ...rejected].flatMap(({ id }) => (isNameless(id) ? [] : id))
  })
  return first?.some((id) => second?.includes(id)) ?? false
}

test('a roster with broken records invents no joiner and no leaver, and the rest of it counts', async () => {
  const { say, watching } = await startRoster()
  await fc.assert(
    fc.asyncProperty(roster, fc.integer({ min: 1, max: 13 }), fc.nat(1), async (...given) => {
      const [items, size, repeated] = given
      const system = await watching()
      const pages = [items.slice(0, size), [...items.slice(size), ...items.slice(0, repeated)]]
      const [first, second] = [page(pages[0] ?? [], 'second'), page(pages[1] ?? [])]
      say((response, seen) => (seen.body.includes('second') ? second : first)(response, seen))
      const report = await system.refresh()
      const { ids, shown } = employedIn(pages.flat())
      const hasShifted = repeated === 1 || isAnybodyOnBoth(pages)
      const events = system.events()
      const told = (type: string) =>
        events.filter((event) => event.type === `attendance.${type}`).map(({ subject }) => subject)
      const lost = members.filter(({ id }) => !shown.has(id)).map(({ id }) => id)
      if (lost.length > 2) {
        expect(report).toMatchObject({ kind: 'refused', reason: 'a fifth short' })
        expect(events).toEqual([])
        return
      }
      expect(report).toMatchObject({ kind: 'refreshed', overtaken: 0 })
      expect(told('employee-joined')).toEqual([newcomer.id])
      expect(told('employee-left')).toEqual([])
      expect(report).toMatchObject({
        left: 0,
        missing: hasShifted || shown.has(null) ? 0 : lost.length,
      })
      expect(told('employee-changed').every((id) => ids.has(id))).toBe(true)
    }),
    { numRuns: 120 },
  )
})

test('a roster answer that is none changes nothing', async () => {
  const { say, watching } = await startRoster()
  const nobody = fc.oneof(
    hostileValue,
    hostileValue.map((items) => ({ items })),
    fc.array(hostileValue, { maxLength: 5 }).map((items) => ({ items })),
  )
  const bytes = damaged(nobody.map((value) => JSON.stringify(value) ?? ''))
  await fc.assert(
    fc.asyncProperty(bytes, async (answer) => {
      const system = await watching()
      const before = system.states()
      say(raw(answer))
      const outcome = await system.refresh().catch((error: { kind?: string }) => error)
      expect(['refused', 'malformed-answer', 'endless-listing']).toContain(outcome.kind)
      expect(system.events()).toEqual([])
      expect(system.states()).toEqual(before)
    }),
    { numRuns: 100 },
  )
})
