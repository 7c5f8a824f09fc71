import { describe, expect, test } from 'vitest'
import { rollCallOf } from '../../../lib/alerts/digests/roll-call-message.ts'
import { english } from '../../../lib/alerts/wording/en.ts'
import { distinguish } from '../../../lib/alerts/wording/namesakes.ts'
import { plainText } from '../../../lib/alerts/wording/plain-text.ts'
import { anId, aProfile } from '../../harness/builders.ts'
import { amina } from '../support/events.ts'
import { asking, clockedIn, now } from '../support/staff.ts'

const zoe = { ...amina, givenName: 'Zoë', familyName: 'Okafor' }

describe('who reads the same', () => {
  test.for([
    ['with a letter and its mark written as two', 'Zoë'.normalize('NFD')],
    ['with something invisible in it', 'Zo\u200bë'],
    ['in wide letters', 'Ｚｏë'],
  ] as const)('is told apart %s', ([_, givenName]) => {
    const other = { ...zoe, id: anId(2), givenName, jobTitle: 'Porter' }
    expect([...distinguish([zoe, other]).values()]).toEqual(['Nurse', 'Porter'])
  })

  test('is not told apart by what reads the same, too', () => {
    const nurse = { ...zoe, jobTitle: 'Infirmière' }
    const other = { ...nurse, id: anId(2), externalReference: 'HR-0043' }
    const people = [nurse, { ...other, jobTitle: other.jobTitle.normalize('NFD') }]
    expect([...distinguish(people).values()]).toEqual(['HR-0042', 'HR-0043'])
  })
})

test('a roll call has one heading for a job, however its letters are written', () => {
  const employees = ['NFC', 'NFD'].map((form, n) => {
    const profile = { ...aProfile, familyName: `Okafor ${n}`, jobTitle: 'Infirmière' }
    return {
      ...clockedIn('', { start: '2026-11-20T08:00:00Z' }),
      employeeId: anId(n + 1),
      profile: { ...profile, jobTitle: profile.jobTitle.normalize(form) },
    }
  })
  const saved = { employees, shards: [], uncertain: 0 }
  const fresh = { asOf: now, isStale: false }
  const reading = { now, zone: 'Europe/London' }
  const { message } = rollCallOf(saved, fresh, asking, english, reading)
  const headings = message.sections.map(({ heading }) => heading && plainText(heading, english))
  expect(headings).toEqual(['Infirmière (2)'])
})
