import { expect, test } from 'vitest'
import { askInPlaces } from '../../../lib/polling/asking/places.ts'
import { virtualTime } from '../../harness/counted-topic.ts'

/** Asks so many people, of whom those up to a number hang for a minute and others take 100 ms; when each began, in seconds. */
const beginnings = async (
  people: number,
  hanging: number,
  places: { usual: number; most: number },
) => {
  const { now, wait, runUntil } = virtualTime()
  const start = now()
  const began: number[] = []
  const ask = async (n: number) => {
    began.push((now() - start) / 1_000)
    await wait(n < hanging ? 60_000 : 100)
    return n
  }
  const asked = askInPlaces(
    Array.from({ length: people }, (_, n) => n),
    ask,
    places,
    { machineNow: now, wait },
  )
  await runUntil(start + 200_000)
  return { began, outcomes: await asked }
}

test('so many are asked at once, in order, and answered in it', async () => {
  const { began, outcomes } = await beginnings(6, 0, { usual: 2, most: 4 })
  expect(outcomes).toEqual([0, 1, 2, 3, 4, 5])
  expect(began).toEqual([0, 0, 0.1, 0.1, 0.2, 0.2])
})

test('others come in the places of those who take long', async () => {
  const { began } = await beginnings(6, 2, { usual: 2, most: 4 })
  expect(began.slice(0, 2)).toEqual([0, 0])
  expect(began.slice(2)).toEqual([3, 3, 3.1, 3.1])
})

test('no more than are allowed, however many take long', async () => {
  const { began } = await beginnings(6, 6, { usual: 2, most: 4 })
  expect(began).toEqual([0, 0, 3, 3, 60, 60])
})
