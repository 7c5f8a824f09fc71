import { describe, expect } from 'vitest'
import { test } from './support/alert-test.ts'
import { anEvent, clocking, promptly } from './support/events.ts'
import { at, seen, textsOf } from './support/morning.ts'

const long = { ...clocking, start: '2026-11-19T18:00:00Z' }
const overdue = anEvent('clocking-overdue', { clocking: long }, seen(2))
const out = anEvent('clocked-out', { clocking: { ...long, end: at(20) } }, seen(20))
const bad = { status: 400, body: 'invalid_blocks' }

describe('what Slack refused, and an operator moves back', () => {
  test('is not the last word where what was overdue has been settled since, however often it comes', async ({
    start,
  }) => {
    const world = await start(promptly({ on: ['clocking-overdue'] }))
    world.slack.answer(bad)
    world.publish(overdue)
    await world.run(at(10))
    world.publish(out)
    await world.run(at(25))
    expect(textsOf(world)).toEqual([expect.stringMatching(/All clear/)])
    const letter = world.dead[0]?.body ?? ''
    world.publishAt(letter, at(30))
    world.publishAt(letter, at(31))
    await world.run()
    const lines = textsOf(world).slice(1).join('\n')
    expect(lines.match(/for more than/g)).toHaveLength(1)
    expect(lines.match(/all clear/gi)).toHaveLength(1)
    expect(lines.indexOf('for more than')).toBeLessThan(lines.search(/all clear/i))
  })

  test('is not the last word where it was taken back since', async ({ start }) => {
    const world = await start(promptly({}))
    world.slack.answer(bad)
    world.publish(anEvent('clocked-in', { clocking }, seen(2)))
    await world.run(at(10))
    world.publish(anEvent('clocking-removed', { clocking }, seen(20)))
    await world.run(at(25))
    world.publishAt(world.dead[0]?.body ?? '', at(30))
    await world.run()
    expect(textsOf(world).at(-1)).toMatch(/clocked in(.|\n)*removed/)
  })

  test('is corrected once where that was refused, too, and is moved back after it', async ({
    start,
  }) => {
    const world = await start(promptly({}))
    world.slack.answer(bad)
    world.publish(anEvent('clocked-in', { clocking }, seen(2)))
    await world.run(at(10))
    world.slack.answer(bad)
    world.publish(anEvent('clocking-removed', { clocking }, seen(20)))
    await world.run(at(25))
    const [original, correction] = world.dead.map(({ body }) => body)
    world.publishAt(original ?? '', at(30))
    await world.run(at(31))
    expect(textsOf(world).at(-1)).toMatch(/clocked in(.|\n)*removed/)
    world.publishAt(correction ?? '', at(32))
    await world.run()
    expect(textsOf(world)).toHaveLength(1)
  })

  test('has nothing sent again where its event came once more, and was sent, since', async ({
    start,
  }) => {
    const world = await start(promptly({}))
    const original = anEvent('clocked-in', { clocking }, seen(2))
    world.slack.answer(bad)
    world.publish(original)
    await world.run(at(10))
    world.publish(original)
    await world.run(at(15))
    world.publish(anEvent('clocking-removed', { clocking }, seen(20)))
    await world.run(at(25))
    expect(textsOf(world)).toHaveLength(2)
    world.publishAt(world.dead[0]?.body ?? '', at(30))
    await world.run()
    expect(textsOf(world)).toHaveLength(2)
  })

  test('is not the last word where its event came once more, and was sent, after what took it back', async ({
    start,
  }) => {
    const world = await start(promptly({}))
    const original = anEvent('clocked-in', { clocking }, seen(2))
    world.slack.answer(bad)
    world.publish(original)
    await world.run(at(10))
    world.publish(anEvent('clocking-removed', { clocking }, seen(20)))
    await world.run(at(25))
    expect(textsOf(world)).toEqual([expect.stringMatching(/removed/)])
    world.publish(original)
    await world.run(at(30))
    expect(textsOf(world).slice(1)).toEqual([expect.stringMatching(/clocked in(.|\n)*removed/)])
    world.publishAt(world.dead[0]?.body ?? '', at(40))
    await world.run()
    expect(textsOf(world)).toHaveLength(2)
  })

  test('is not the last word, however many such are moved back, and when', async ({ start }) => {
    const world = await start(promptly({ on: ['clocked-in', 'clocked-out'] }))
    for (const [type, n] of [
      ['clocked-in', 2],
      ['clocked-out', 6],
    ] as const) {
      world.slack.answer(bad)
      world.publish(
        anEvent(type, { clocking: { ...clocking, end: n > 2 ? at(6) : null } }, seen(n)),
      )
      await world.run(at(n + 3))
    }
    world.publish(anEvent('clocking-removed', { clocking }, seen(20)))
    await world.run(at(25))
    const letters = world.dead.map(({ body }) => body)
    expect(letters).toHaveLength(2)
    world.publishAt(letters[0] ?? '', at(30))
    await world.run(at(35))
    expect(textsOf(world).at(-1)).toMatch(/clocked in(.|\n)*removed/)
    world.publishAt(letters[1] ?? '', at(40))
    await world.run()
    expect(textsOf(world).at(-1)).toMatch(/clocked out(.|\n)*removed/)
    expect(textsOf(world)).toHaveLength(3)
  })

  test('is told without what took it back where that goes to no rule of its own, and together once it is taken', async ({
    start,
  }) => {
    const world = await start(promptly({}))
    world.publish(anEvent('clocking-removed', { clocking }, seen(20)))
    await world.run(at(25))
    let isRefusing = true
    world.slack.decide((raw) => (isRefusing && raw.includes('clocked in') ? bad : null))
    world.publish(anEvent('clocked-in', { clocking }, seen(2)))
    await world.run(at(30))
    isRefusing = false
    world.publishAt(world.dead[0]?.body ?? '', at(40))
    await world.run()
    expect(textsOf(world)).toEqual([expect.stringMatching(/clocked in(.|\n)*removed/)])
  })

  test('is sent alone where nothing has followed on it', async ({ start }) => {
    const world = await start(promptly({ on: ['clocking-overdue'] }))
    world.slack.answer(bad)
    world.publish(overdue)
    await world.run(at(10))
    world.publishAt(world.dead[0]?.body ?? '', at(12))
    await world.run(at(15))
    world.publish(out)
    await world.run()
    expect(textsOf(world)).toEqual([
      expect.stringMatching(/for more than/),
      expect.stringMatching(/All clear/),
    ])
  })
})
