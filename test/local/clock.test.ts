import { expect, test } from 'vitest'
import { createClock } from '../../local/clock.ts'

const manual = (start = 1_000) => {
  let real = start
  return { now: () => real, pass: (ms: number) => (real += ms) }
}

test('shows the real time unless told otherwise', () => {
  const real = manual()
  const clock = createClock({}, real.now)
  real.pass(250)
  expect(clock.now()).toBe(1_250)
  expect(clock.speed).toBe(1)
})

test('runs as many times as fast from the start on', () => {
  const real = manual()
  const clock = createClock({ now: 5_000, speed: 60 }, real.now)
  real.pass(100)
  expect(clock.now()).toBe(11_000)
})

test('keeps its moment when only the speed is set, and its speed when only the moment is', () => {
  const real = manual()
  const clock = createClock({ now: 0, speed: 10 }, real.now)
  real.pass(100)
  clock.set({ speed: 0 })
  real.pass(5_000)
  expect(clock.now()).toBe(1_000)
  clock.set({ speed: 2 })
  clock.set({ now: 50_000 })
  real.pass(10)
  expect(clock.now()).toBe(50_020)
})
