import { describe, expect } from 'vitest'
import { additionsOf, wantingsOf } from '../../../lib/alerts/receiving/collect.ts'
import { dueGroups } from '../../../lib/alerts/sending/due-groups.ts'
import { shownNow } from '../../../lib/alerts/sending/shown-now.ts'
import { anId } from '../../harness/builders.ts'
import { absence, aClockIn, anEvent, aRule, clocking, promptly } from '../support/events.ts'
import { at, nine, seen } from '../support/morning.ts'
import { test } from './posted.ts'

const came = anEvent('clocked-in', { clocking }, seen(2))
const wasAmended = (field: string, before: string | null, after: string | null, n = 20) =>
  anEvent('clocking-amended', { clocking, changes: [{ field, before, after }] }, seen(n))
const startMoved = wasAmended('start', '2026-11-20T09:02:00Z', '2026-11-20T08:30:00Z')
const removed = anEvent('clocking-removed', { clocking }, seen(30))
const [pauseId, otherId] = [anId(1, 2), anId(2, 2)]
const pauseShown = { id: pauseId, start: at(10), end: null }
const wentOnBreak = anEvent(
  'break-started',
  { clocking: { ...clocking, breaks: [pauseShown] }, break: pauseShown },
  seen(10),
)

describe('a correction', () => {
  test('goes to whoever was told the original, though no rule of theirs names it', async ({
    posted,
  }) => {
    const rules = [
      { slack: ['office'] },
      { name: 'outs', on: ['clocked-out' as const], slack: ['yard'] },
    ]
    expect(await posted(rules, [came, startMoved, removed])).toEqual([
      ['office', "Amina O'Neill clocked in at 09:02"],
      [
        'office',
        "Amina O'Neill's clocking of today was corrected: clock-in 08:30 instead of 09:02",
      ],
      ['office', "Amina O'Neill's clock-in at 09:02 was removed"],
    ])
  })

  test('comes once though a repeat finds another rule that told of the record', async ({
    posted,
  }) => {
    const rules = [
      { name: 'z-ins', slack: ['office'] },
      { name: 'a-outs', on: ['clocked-out' as const], slack: ['office'] },
    ]
    const went = anEvent('clocked-out', { clocking: { ...clocking, end: at(25) } }, seen(25))
    const texts = (await posted(rules, [came, startMoved, went, startMoved])).map(
      ([, text]) => text,
    )
    expect(texts.filter((text) => text?.includes('was corrected'))).toHaveLength(1)
    expect(texts).toHaveLength(3)
  })

  test('of a break is no matter of a clock-out, which says nothing of breaks', async ({
    posted,
  }) => {
    const breaks = [{ id: pauseId, start: at(10), end: at(12) }]
    const went = anEvent(
      'clocked-out',
      { clocking: { ...clocking, end: at(25), breaks } },
      seen(25),
    )
    const changes = [{ field: `breaks.${pauseId}`, before: JSON.stringify(breaks[0]), after: null }]
    const clockingAfter = { ...clocking, end: at(25) }
    const amended = anEvent('clocking-amended', { clocking: clockingAfter, changes }, seen(26))
    const texts = (await posted([{ on: ['clocked-out'] }], [went, amended])).map(([, text]) => text)
    expect(texts).toEqual([expect.stringMatching(/clocked out at 09:25 \(23 min\)$/)])
  })

  test('of the end of a break concerns nobody who read of its start alone', async ({ posted }) => {
    const ended = wasAmended(`breaks.${pauseId}.end`, at(12), at(14))
    const begun = wasAmended(`breaks.${pauseId}.start`, at(9), at(10))
    const rules = [{ on: ['break-started' as const] }]
    expect(await posted(rules, [wentOnBreak, ended])).toHaveLength(1)
    expect(await posted(rules, [wentOnBreak, begun])).toHaveLength(2)
    // Nor does it with what becomes of another one.
    const changes = [
      { field: `breaks.${pauseId}.end`, before: at(12), after: at(14) },
      {
        field: `breaks.${otherId}`,
        before: { id: otherId, start: at(15), end: null },
        after: null,
      },
    ]
    const ofBoth = anEvent('clocking-amended', { clocking, changes }, seen(20))
    expect(await posted(rules, [wentOnBreak, ofBoth])).toHaveLength(1)
  })

  test('of what was not told concerns nobody', async ({ posted }) => {
    const ended = wasAmended('breaks.7.end', '2026-11-20T12:30:00Z', '2026-11-20T12:45:00Z')
    expect(await posted([{}], [came, ended])).toHaveLength(1)
    expect(await posted([{}], [startMoved, removed])).toEqual([])
  })

  test.for([
    ['clocked-in', came, 'start'],
    ['break-started', wentOnBreak, `breaks.${pauseId}.start`],
  ] as const)(
    'of a part that was not told concerns nobody, though another was corrected: after %s',
    async ([on, told, field], { posted }) => {
      const fields = ['start', 'end', `breaks.${pauseId}.start`, `breaks.${otherId}.start`]
      const corrections = [field, ...fields].map((each, n) =>
        wasAmended(each, '2026-11-20T09:00:00Z', '2026-11-20T08:30:00Z', 20 + n),
      )
      // The one of what was told, and the same once more.
      expect(await posted([{ on: [on] }], [told, ...corrections])).toHaveLength(3)
    },
  )

  test('of a break concerns nobody who was told of it in another clocking alone', async ({
    posted,
  }) => {
    const pause = { id: anId(1, 2), start: at(3), end: null }
    const split = { ...clocking, id: anId(4, 1), breaks: [pause] }
    const began = anEvent('break-started', { clocking: split, break: pause }, seen(3))
    const changes = [{ field: `breaks.${pause.id}`, before: pause, after: null }]
    const moved = (from: typeof clocking, n: number) =>
      anEvent('clocking-amended', { clocking: { ...from, breaks: [] }, changes }, seen(n))
    const rules = [{ on: ['break-started' as const] }]
    expect(await posted(rules, [began, moved(clocking, 4)])).toHaveLength(1)
    expect(await posted(rules, [began, moved(split, 4)])).toHaveLength(2)
  })

  test('comes once where a rule names it anyway', async ({ posted }) => {
    const rules = [{}, { name: 'fixes', on: ['clocking-amended' as const] }]
    expect(await posted(rules, [came, startMoved])).toHaveLength(2)
  })

  test('finds its original in the same batch', async ({ start }) => {
    const world = await start(promptly({}))
    const early = { recordedtime: nine }
    world.publish({ ...startMoved, ...early })
    world.publish({ ...came, ...early })
    await world.run()
    expect(world.slack.lines().join('\n')).toContain('was corrected')
  })

  test('of an absence tells no more than the route may know', async ({ posted }) => {
    const sick = { ...absence, $type: 'Sickness' }
    const started = anEvent('absence-started', { absence: sick }, seen(1))
    const end = { $type: 'LocalDate' as const, date: '2026-11-25' }
    const changes = [{ field: 'end', before: absence.end, after: end }]
    const amended = anEvent('absence-amended', { absence: { ...sick, end }, changes }, seen(2))
    const withdrawn = anEvent('absence-withdrawn', { absence: { ...sick, end } }, seen(3))
    expect(await posted([{ on: ['absence-started'] }], [started, amended, withdrawn])).toEqual([
      ['office', "Amina O'Neill is away until Mon 23 Nov"],
      ['office', "Amina O'Neill's absence was changed: end Wed 25 Nov instead of Mon 23 Nov"],
      ['office', "Amina O'Neill's absence until Wed 25 Nov was withdrawn"],
    ])
  })
})

test('each of many people’s corrections goes where the original went', async ({ start }) => {
  const people = Array.from({ length: 30 }, (_, n) => aClockIn(n + 1, nine))
  const world = await start(promptly({}))
  for (const event of people) world.publish(event)
  await world.run()
  for (const [n, event] of people.entries())
    if ('clocking' in event.data)
      world.publish(
        anEvent(
          'clocking-removed',
          { employee: event.data.employee, clocking: event.data.clocking },
          { ...seen(30), id: anId(n + 1, 8) },
        ),
      )
  await world.run()
  const gone = world.slack.lines().filter((line) => line.includes('was removed'))
  expect(new Set(gone).size).toBe(30)
})

test('where one rule told the kind of an absence, another tells the channel that it was corrected', async ({
  posted,
}) => {
  const sick = { ...absence, $type: 'Sickness' as const }
  const changes = [{ field: '$type', before: 'Sickness', after: 'Holiday' }]
  const end = { $type: 'LocalDate' as const, date: '2026-11-25' }
  const said = await posted(
    [
      { name: 'kinds', on: ['absence-started'], show: 'category' },
      { name: 'fixes', on: ['absence-amended'] },
    ],
    [
      anEvent('absence-started', { absence: sick }, seen(1)),
      anEvent(
        'absence-amended',
        {
          absence: { ...sick, $type: 'Holiday', end },
          changes: [{ field: 'end', before: absence.end, after: end }, ...changes],
        },
        seen(2),
      ),
    ],
  )
  expect(said).toHaveLength(2)
  expect(said[1]?.[1]).toMatch(/holiday/i)
})

test('what waits from before a rule became opaque is told as an opaque route may know it', () => {
  const sick = anEvent('absence-started', { absence: { ...absence, $type: 'Sickness' } }, seen(1))
  const open = aRule({ on: ['absence-started'], show: 'category', group: 0 })
  const wanted = wantingsOf(sick, [open], 'Europe/London')
  const waiting = additionsOf(wanted, Date.parse(at(1))).map((each) => each.waiting)
  const now = Date.parse(at(2))
  const textOf = (show: 'category' | 'opaque') => {
    const rules = [{ ...open, show }]
    return JSON.stringify(dueGroups(shownNow(waiting, rules), rules, now))
  }
  expect(textOf('category')).toContain('Sickness')
  expect(textOf('opaque')).not.toContain('Sickness')
})
