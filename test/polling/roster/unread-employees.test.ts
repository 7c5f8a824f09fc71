import { expect, test } from 'vitest'
import { unreadEmployees } from '../../../lib/polling/roster/unread-employees.ts'
import { anId } from '../../harness/builders.ts'

const monday = '2026-11-16T09:00:00Z'
const tuesday = '2026-11-17T09:00:00Z'
const [one, other] = [anId(1), anId(2)]
const before = { unread: { [one]: monday } }
const nobody = new Set<string>()

test('whoever cannot be read is there since the roster that was believed before they came', () => {
  const answer = { unread: [one, other], nameless: [], isComplete: true }
  expect(unreadEmployees(answer, nobody, before, tuesday)).toEqual({
    [one]: monday,
    [other]: tuesday,
  })
})

test('one who is missing from a whole answer is forgotten', () => {
  expect(
    unreadEmployees({ unread: [], nameless: [], isComplete: true }, nobody, before, tuesday),
  ).toEqual({})
})

test('one who is missing from an answer that is not known to be whole is there as long as before', () => {
  const shifting = { unread: [], nameless: [], isComplete: false }
  expect(unreadEmployees(shifting, nobody, before, tuesday)).toEqual({ [one]: monday })
  expect(unreadEmployees(shifting, new Set([one]), before, tuesday)).toEqual({})
})

test('one may be a record without an id', () => {
  const nameless = { unread: [], nameless: ['nameless a 1'], isComplete: true }
  expect(unreadEmployees(nameless, nobody, before, tuesday)).toEqual({ [one]: monday })
})
