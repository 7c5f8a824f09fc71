import { describe, expect, test } from 'vitest'
import { joinersAmong, shardSizeFor } from './settings.ts'

const smallest = (people: number, size: number) =>
  people % size === 0 ? Math.min(people, size) : people % size

describe('the shards', () => {
  test.each([8, 12, 16, 20, 24, 25, 40, 100, 250])('of %i people are never small', (people) => {
    const size = shardSizeFor(people)
    const first = people - Math.floor(people / joinersAmong)
    expect(smallest(first, size)).toBeGreaterThan(5)
    expect(smallest(people, size)).toBeGreaterThan(5)
    expect(Math.ceil(people / size)).toBe(Math.ceil(first / size))
  })

  test('are several with as many people as there usually are', () => {
    expect(shardSizeFor(24)).toBe(12)
  })
})
