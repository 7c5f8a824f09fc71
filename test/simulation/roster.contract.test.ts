import { describe, expect } from 'vitest'
import { anId } from '../harness/builders.ts'
import { test as engineTest } from '../harness/engine-test.ts'
import { implementations } from './contract-ports.ts'

describe.each(implementations)('the store of the roster, %s', (_kind, open) => {
  const test = engineTest.extend('ports', ({ engines }) => open(engines))

  test('the roster remembers when it was believed, and who could not be read', async ({
    ports,
  }) => {
    const { roster } = ports
    const believed = {
      believedAt: '2026-11-18T08:00:00Z',
      unread: { [anId(3)]: '2026-11-18T07:00:00Z' },
      unreadAtFirst: [anId(3)],
      nameless: { 'nameless a 1': { since: '2026-11-18T07:00:00Z', isHarmless: true } },
    }
    await roster.takeLease({ owner: 'a', now: 0, until: 10 })
    await roster.finish('a', believed)
    expect(await roster.takeLease({ owner: 'b', now: 1, until: 10 })).toMatchObject(believed)
    await roster.release('b')
    await roster.takeLease({ owner: 'c', now: 1, until: 10 })
    await roster.finish('c', {
      believedAt: '2026-11-18T09:00:00Z',
      unread: {},
      unreadAtFirst: [],
      nameless: {},
    })
    expect(await roster.takeLease({ owner: 'd', now: 1, until: 10 })).toMatchObject({
      believedAt: '2026-11-18T09:00:00Z',
      unread: {},
      unreadAtFirst: [],
      nameless: {},
    })
  })

  test('the roster is leased likewise, and its baseline fixed once', async ({ ports }) => {
    const { roster } = ports
    const fresh = {
      baselineAt: null,
      isBaselined: false,
      believedAt: null,
      unread: {},
      unreadAtFirst: [],
      nameless: {},
    }
    const believed = {
      believedAt: '2026-11-18T08:00:00Z',
      unread: {},
      unreadAtFirst: [],
      nameless: {},
    }
    expect(await roster.takeLease({ owner: 'a', now: 0, until: 10 })).toEqual(fresh)
    expect(await roster.takeLease({ owner: 'b', now: 1, until: 10 })).toBeNull()
    expect(await roster.beginBaseline('2026-11-18T08:00:00Z')).toBe('2026-11-18T08:00:00Z')
    expect(await roster.beginBaseline('2026-11-18T09:00:00Z')).toBe('2026-11-18T08:00:00Z')
    await roster.finish('b', believed)
    await roster.release('b')
    expect(await roster.takeLease({ owner: 'b', now: 2, until: 10 })).toBeNull()
    await roster.finish('a', believed)
    expect(await roster.takeLease({ owner: 'b', now: 2, until: 10 })).toEqual({
      baselineAt: '2026-11-18T08:00:00Z',
      isBaselined: true,
      ...believed,
    })
  })
})
