import { expect, test } from 'vitest'
import { dueGroups } from '../../../lib/alerts/sending/due-groups.ts'
import { epochMs } from '../../../lib/attendance/moments.ts'
import { anEvent, clocking } from '../support/events.ts'
import { at, nine } from '../support/morning.ts'

const removed = anEvent('clocking-removed', { clocking })
const waits = (id: string, after?: string) => ({
  waiting: { id, rule: 'late', dueAt: nine, event: '', ...(after !== undefined && { after }) },
  shown: removed,
})

test.for([
  { name: 'once more', all: [waits('more', 'came')], follows: ['came'] },
  {
    name: 'once more after two things',
    all: [waits('more', 'came'), waits('again', 'left')],
    follows: ['came', 'left'],
  },
  {
    name: 'in its own right, and once more',
    all: [waits('own'), waits('more', 'came')],
    follows: [],
  },
  {
    name: 'once more, and in its own right',
    all: [waits('more', 'came'), waits('own')],
    follows: [],
  },
])('what waits $name follows on $follows', ({ all, follows }) => {
  const [group] = dueGroups(all, [], epochMs(at(10)))
  expect(group?.things).toMatchObject([{ follows }])
})
