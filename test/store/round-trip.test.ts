import fc from 'fast-check'
import { expect } from 'vitest'
import { createEmployeeStore } from '../../lib/store/employee-store.ts'
import { anyRules, anyText, someAbsences, someClockings } from '../harness/arbitraries.ts'
import { aProfile, aState } from '../harness/builders.ts'
import { answer, poll } from '../harness/pure-poll.ts'
import { test } from '../harness/table-test.ts'

const answers = fc.tuple(someClockings, someAbsences)

test('a state in the store comes back as it was, and differs in nothing from the answer that it came from', async ({
  engines,
  table,
}) => {
  const store = createEmployeeStore(engines.documents, table.name)
  let shard = 0
  await fc.assert(
    fc.asyncProperty(answers, anyRules, anyText, async ([clockings, absences], rules, name) => {
      const snapshot = answer(clockings, absences)
      const profile = { ...aProfile, familyName: name.toWellFormed() }
      const { state } = poll(aState({ version: 0, profile }), snapshot, rules)
      const shardId = String(++shard)
      const saved = await store.save(shardId, state)
      const { employees, unreadable } = await store.inShard(shardId, { isConsistent: true })
      expect(unreadable).toEqual([])
      expect(employees).toEqual([saved])
      expect(poll(employees[0] ?? aState(), snapshot, rules).events).toEqual([])
    }),
  )
})
