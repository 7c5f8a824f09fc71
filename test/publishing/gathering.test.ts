import { setTimeout as pause } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { gatherPublications, type Wait } from '../../lib/publishing/gathering.ts'
import { noTurn, type Publish, type TopicMessage } from '../../lib/publishing/publication.ts'
import { batches } from '../../lib/publishing/topic.ts'
import { anEntry } from '../harness/builders.ts'
import { aPublication } from '../harness/publication.ts'

const wait: Wait = (milliseconds, signal) => pause(milliseconds, undefined, { signal })

/** An SNS that takes everything but some ids, and remembers what it was sent at once. */
const aTopic = (refused: readonly string[] = []) => {
  const calls: string[][] = []
  const publish: Publish = async (entries) => {
    for (const batch of batches(entries)) calls.push(batch.map(({ id }) => id))
    await pause(5)
    return aPublication(entries, (id) => !refused.includes(id))
  }
  return { calls, publish }
}

const entry = (n: number): TopicMessage => anEntry(n)
const idsOf = (...numbers: number[]) => new Set(numbers.map((n) => entry(n).id))
const upTo = (count: number) => Array.from({ length: count }, (_, n) => n)

test('what many publish one after another goes out in full batches', async () => {
  const { calls, publish } = aTopic()
  const gather = gatherPublications(publish, wait)
  const publications = await Promise.all(
    upTo(250).map((n) =>
      gather(async (own) => {
        await pause(n % 7)
        return own([entry(n)])
      }),
    ),
  )
  expect(publications).toEqual(
    upTo(250).map((n) => ({ acknowledged: idsOf(n), failures: new Map() })),
  )
  expect(calls).toHaveLength(25)
  expect(new Set(calls.flat()).size).toBe(250)
})

test('the events of one stay together and in order, and nobody waits for who has none', async () => {
  const { calls, publish } = aTopic()
  const gather = gatherPublications(publish, wait)
  await Promise.all([
    gather(async () => undefined),
    gather((own) => own([entry(1), entry(2)])),
    gather(async (own) => {
      await own([entry(3)])
      await own([entry(4)])
    }),
  ])
  expect(calls).toEqual([[1, 2, 3].map((n) => entry(n).id), [entry(4).id]])
})

test('who is held up holds up the others for a moment only', async () => {
  const { calls, publish } = aTopic()
  const gather = gatherPublications(publish, wait)
  const held = Promise.withResolvers<void>()
  const late = gather(async (own) => {
    await held.promise
    return own([entry(1)])
  })
  await gather((own) => own([entry(2)]))
  expect(calls).toEqual([[entry(2).id]])
  held.resolve()
  expect((await late).acknowledged).toEqual(idsOf(1))
})

test('each is told what became of their own, whatever became of others', async () => {
  const { publish } = aTopic([entry(2).id])
  const gather = gatherPublications(publish, wait)
  const [one, two] = await Promise.all([
    gather((own) => own([entry(1)])),
    gather((own) => own([entry(2), entry(3)])),
  ])
  expect(one).toEqual({ acknowledged: idsOf(1), failures: new Map() })
  expect(two).toEqual({
    acknowledged: idsOf(3),
    failures: new Map([[entry(2).id, 'InternalError']]),
  })
})

test('nobody is told of what failed of others', async () => {
  const failures = new Map([
    [entry(1).id, 'InternalError'],
    [entry(2).id, noTurn],
  ])
  const gather = gatherPublications(async () => ({ acknowledged: new Set(), failures }), wait)
  const told = await Promise.all([1, 2, 3].map((n) => gather((own) => own([entry(n)]))))
  expect(told.map((each) => [...each.failures.values()])).toEqual([['InternalError'], [noTurn], []])
})

test('all who waited learn that publishing failed, and those after them begin anew', async () => {
  const publish = vi.fn<Publish>().mockRejectedValueOnce(new Error('broken'))
  publish.mockResolvedValue({ acknowledged: idsOf(3), failures: new Map() })
  const gather = gatherPublications(publish, wait)
  const both = [1, 2].map((n) => gather((own) => own([entry(n)])))
  for (const each of both) await expect(each).rejects.toThrow('broken')
  expect((await gather((own) => own([entry(3)]))).acknowledged).toEqual(idsOf(3))
})

test('what has the least time decides how long the rest may take', async () => {
  const withins: (number | undefined)[] = []
  const publish: Publish = async (entries, within) => {
    withins.push(within)
    return { acknowledged: new Set(entries.map(({ id }) => id)), failures: new Map() }
  }
  const gather = gatherPublications(publish, wait)
  await Promise.all([
    gather((own) => own([entry(1)], 400)),
    gather((own) => own([entry(2)], 300)),
    gather((own) => own([entry(3)])),
  ])
  expect(withins).toEqual([300])
})
