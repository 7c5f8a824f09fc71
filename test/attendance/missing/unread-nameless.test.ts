import { describe, expect, test } from 'vitest'
import { mayBeAny, namelessSince } from '../../../lib/attendance/missing/nameless-ranges.ts'
import { day, utc } from '../../../lib/attendance/moments.ts'
import { nameless } from '../../harness/builders.ts'
import { inWindow, kept, now, old, oldEntry, oldRange, remembered } from './unread-answers.ts'

describe('records without a readable id', () => {
  const harmless = { ...oldEntry, isHarmless: true }
  const before = remembered({ ids: { [nameless(1)]: harmless } })

  test('go by a mark of their content, until they are not found for a day where they were', () => {
    expect(kept(before, { unread: [nameless(1)] })).toEqual(before)
    expect(kept(before)).toEqual(before)
    const missed = kept(before, { askedAgain: oldRange })
    const missing = { ...oldEntry, missingSince: utc(now), isHarmless: false }
    expect(missed?.ids).toEqual({ [nameless(1)]: missing })
    expect(kept(missed, { unread: [nameless(1)] })?.ids).toEqual(before.ids)
    const later = { moment: now + day + 1 }
    expect(kept(missed, {}, later)?.ids).toEqual(missed?.ids)
    expect(kept(missed, { askedAgain: oldRange }, later)).toBeNull()
    const unstable = { ...later, isComplete: false }
    expect(kept(missed, { askedAgain: oldRange }, unstable)?.ids).toEqual(missed?.ids)
  })

  test('that came while something was missing may be it, until that is shown', () => {
    const hiding = { lacked: ['gone'] }
    const unread = [nameless(1), nameless(2)]
    const more = kept(before, { unread }, hiding)
    expect(more?.ids).toMatchObject({
      [nameless(1)]: { isHarmless: true },
      [nameless(2)]: { ...inWindow, isHarmless: false },
    })
    expect(kept(more, { unread }, hiding)?.ids[nameless(2)]).toMatchObject({ isHarmless: false })
    const shown = ['gone']
    expect(kept(more, { unread, shown })?.ids[nameless(2)]).toMatchObject({ isHarmless: true })
    const beside = { unread, shown, askedAgain: oldRange, beside: [nameless(2)] }
    expect(kept(more, beside)?.ids[nameless(2)]).toMatchObject({ isHarmless: true })
    const lost = kept(more, { ...beside, lost: ['gone'] })
    expect(lost?.ids[nameless(2)]).toMatchObject({ isHarmless: false })
  })

  test('are none of what was shown beside them, whatever is missing', () => {
    const mark = nameless(1)
    const mayBe = (known: ReturnType<typeof kept>) => {
      const entry = known?.ids[mark]
      return entry?.isHarmless === true ? [] : (entry?.mayBe ?? 'anything')
    }
    const unread = [mark]
    const suspected = kept(null, { unread }, { lacked: ['one', 'two'] })
    expect(mayBe(suspected)).toEqual(['one', 'two'])
    // What goes later was there beside it.
    const later = kept(suspected, { unread }, { lacked: ['one', 'two', 'three'] })
    expect(mayBe(later)).toEqual(['one', 'two'])
    // Nor does one cease to be suspected because it is expected no more.
    expect(mayBe(kept(later, { unread }))).toEqual(['one', 'two'])
    const unsettled = { unread, shown: ['one'] }
    expect(mayBe(kept(later, unsettled, { isComplete: false }))).toEqual(['one', 'two'])
    expect(mayBe(kept(later, { ...unsettled, unsure: unread }))).toEqual(['one', 'two'])
    const one = kept(later, { unread, shown: ['two'] }, { lacked: ['one', 'three'] })
    expect(mayBe(one)).toEqual(['one'])
    expect(mayBe(kept(one, { unread, shown: ['one', 'three'] }))).toEqual([])
    // Of two with the same content the other one may have lost its id since.
    const twin = { lacked: ['three', 'two'], lackedTwins: ['three'] }
    for (const each of [one, kept(before, { unread })])
      expect(mayBe(kept(each, { unread, shown: ['one'] }, twin))).toEqual(['three'])
    const outside = remembered({ ids: { [mark]: { ...oldEntry, mayBe: ['one'] } } })
    expect(mayBe(kept(outside))).toEqual(['one'])
    // Not where it was, it may be anything that loses its id anew.
    for (const gone of [kept(one), kept(outside, { askedAgain: oldRange })])
      expect(mayBe(gone)).toBe('anything')
    // Nor is it known what it may be as long as no answer is whole.
    const incomplete = kept(null, { unread }, { lacked: ['one'], isComplete: false })
    expect(mayBe(incomplete)).toBe('anything')
    expect(mayBe(kept(incomplete, { unread }, { lacked: ['one'] }))).toEqual(['one'])
  })

  test('may be what is missing as one with the same content, which nobody can read, has its id again', () => {
    const unread = [nameless(1)]
    const lost = kept(null, { unread, shown: ['one'] }, { lacked: ['other'] })
    expect(lost?.ids[nameless(1)]?.mayBe).toEqual(['other'])
    const back = { unread: [...unread, 'other'] }
    const missed = { lacked: ['one'], lackedElsewhere: ['far'] }
    expect(kept(lost, back, missed)?.ids[nameless(1)]?.mayBe).toEqual(['one', 'far'])
    expect(kept(lost, { ...back, shown: ['one'] })?.ids[nameless(1)]?.isHarmless).toBe(true)
    // What goes later was there beside both of them.
    const both = kept(lost, { ...back, shown: ['one'] })
    expect(kept(both, back, missed)?.ids[nameless(1)]?.isHarmless).toBe(true)
  })

  const allRange = { from: 0, to: now }

  test('are any of those with the same content once one of these is gone', () => {
    const [first, second] = ['nameless abc 1', 'nameless abc 2']
    const one = kept(null, { unread: [first] }, { lacked: ['one'] })
    const both = kept(one, { unread: [first, second] }, { lacked: ['one', 'two'] })
    const left = kept(both, { unread: [first] }, { lacked: ['one', 'two'] })
    expect(both?.ids[first]?.mayBe).toEqual(['one'])
    expect(left?.ids[first]?.mayBe).toEqual(['one', 'two'])
    // What goes once the other one is not found any more is none of them.
    const missed = { lacked: ['one'] }
    const again = { unread: [first], shown: ['two'], askedAgain: allRange, beside: [] }
    const alone = kept(left, again, missed)
    expect(alone?.ids[second]?.missingSince).toBe(utc(now))
    expect(alone?.ids[first]?.mayBe).toEqual(['one'])
    const later = kept(alone, { unread: [first] }, { lacked: ['one', 'three'] })
    expect(later?.ids[first]?.mayBe).toEqual(['one'])
  })

  test('may be anything where they may be more than there is room for', () => {
    const unread = [nameless(1), nameless(2)]
    const lacked = Array.from({ length: 101 }, (_, n) => `gone ${n}`)
    const many = kept(null, { unread }, { lacked })
    const few = kept(null, { unread }, { lacked: lacked.slice(1) })
    for (const mark of unread) {
      expect(many?.ids[mark]).toEqual({ ...inWindow, missingSince: null, isHarmless: false })
      expect(few?.ids[mark]?.mayBe).toEqual(lacked.slice(1))
    }
  })

  test('that are not where they were may be what is missing once they are there again', () => {
    const there = kept(null, { unread: [nameless(1)] })
    const gone = kept(there, { shown: ['known'] })
    const back = kept(gone, { unread: [nameless(1)] }, { lacked: ['gone'] })
    for (const each of [gone, back])
      expect(each?.ids).toMatchObject({ [nameless(1)]: { isHarmless: false } })
    const shown = { unread: [nameless(1)], shown: ['gone'] }
    expect(kept(back, shown)?.ids).toEqual(there?.ids)
  })

  test('may be one that an answer which is not whole shows with its id, too', () => {
    const unread = [nameless(1), nameless(2)]
    const unsure = kept(before, { shown: ['known'], unread, unsure: unread })
    expect(unsure?.ids).toMatchObject({
      [nameless(1)]: { isHarmless: true },
      [nameless(2)]: { isHarmless: false },
    })
    expect(kept(unsure, { unread })?.ids[nameless(2)]).toMatchObject({ isHarmless: true })
  })

  test('may be one that another question of the same poll showed with its id', () => {
    const mark = nameless(1)
    const elsewhere = { shown: ['new'], unread: [mark], askedAgain: oldRange, lost: ['new'] }
    const known = remembered({ ids: { [mark]: { ...oldEntry, mayBe: ['one'] } } })
    expect(kept(before, elsewhere)?.ids[mark]).toMatchObject({
      ...{ isHarmless: false, mayBe: ['new'] },
    })
    expect(kept(known, elsewhere)?.ids[mark]?.mayBe).toEqual(['one', 'new'])
    const beside = { shown: ['new'], unread: [mark], lost: ['new'] }
    expect(kept(before, { ...beside, unsure: [mark] })?.ids[mark]?.mayBe).toEqual(['new'])
    expect(kept(before, beside)?.ids[mark]?.mayBe).toEqual(['new'])
    // Of which nothing was known before, it may be anything where not all was shown.
    expect(kept(null, { ...beside, unsure: [mark] })?.ids[mark]).not.toHaveProperty('mayBe')
    const missed = { lacked: ['one'], lackedElsewhere: ['two'] }
    expect(kept(null, beside, missed)?.ids[mark]?.mayBe).toEqual(['one', 'two', 'new'])
  })

  test('lie where they were shown, which need not be the window', () => {
    const beside = {
      unread: [nameless(1), nameless(2)],
      askedAgain: oldRange,
      beside: [nameless(2)],
    }
    expect(kept(null, beside)?.ids).toMatchObject({ [nameless(1)]: inWindow, [nameless(2)]: old })
    const inTheWindow = kept(null, { unread: [nameless(1)] })
    const both = { from: old.from, to: inWindow.to }
    const elsewhere = { unread: [nameless(1)], askedAgain: oldRange }
    expect(kept(inTheWindow, elsewhere)?.ids).toMatchObject({ [nameless(1)]: both })
  })

  test('may be one that had an id there before, which is not given up while they are there', () => {
    const known = remembered({ ids: { bad: oldEntry } })
    const lost = { unread: [nameless(2)], askedAgain: oldRange }
    const later = { moment: now + 3 * day }
    const once = kept(known, lost)
    const twice = kept(once, lost, later)
    for (const each of [once, twice]) expect(each?.ids['bad']).toEqual(oldEntry)
    const days = [3, 5, 7, 9].map((days) => ({ moment: now + days * day }))
    let state = twice
    const ids = days.map((moment) => {
      state = kept(state, { askedAgain: oldRange }, moment)
      return Object.keys(state?.ids ?? {})
    })
    expect(ids).toEqual([['bad', nameless(2)], ['bad'], ['bad'], ['bad']])
    expect(state?.ids['bad']?.missingSince).toBe(utc(now + 3 * day))
  })

  test('may be one that had an id where they are, whatever it is known to be otherwise', () => {
    const known = remembered({ ids: { bad: { ...oldEntry, ...inWindow } } })
    const lost = kept(known, { unread: [nameless(2)] })
    expect(lost?.ids).toMatchObject({ [nameless(2)]: { isHarmless: false } })
    for (const shown of [
      { unread: ['bad', nameless(2)] },
      { shown: ['bad'], unread: [nameless(2)] },
    ])
      expect(kept(lost, shown)?.ids).toMatchObject({ [nameless(2)]: { isHarmless: true } })
    const elsewhere = kept(remembered({ ids: { bad: oldEntry } }), { unread: [nameless(2)] })
    expect(elsewhere?.ids).toMatchObject({ [nameless(2)]: { isHarmless: true } })
  })

  test('say nothing of one that had an id elsewhere', () => {
    const known = remembered({ ids: { bad: oldEntry } })
    const missed = kept(known, { unread: [nameless(2)], askedAgain: oldRange, beside: [] })
    expect(missed?.ids['bad']).toMatchObject({ missingSince: utc(now) })
  })

  test('keep what is of after them from being forgotten, as those do that are too many', () => {
    expect(namelessSince(null)).toBeNull()
    expect(namelessSince(remembered({ ids: { bad: oldEntry } }))).toBeNull()
    expect(namelessSince(before)).toBe(oldRange.from)
    const many = remembered({ others: { ...old, count: 3, missingSince: null } })
    expect(namelessSince(many)).toBe(oldRange.from)
    expect([before, many, null].map(mayBeAny)).toEqual([true, true, false])
  })
})
