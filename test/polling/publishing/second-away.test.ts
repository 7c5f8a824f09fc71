import { expect, test } from 'vitest'
import { publishToLog } from '../../../lib/polling/publishing/publish-to-log.ts'
import { publishToBus } from '../../../lib/publishing/event-bus.ts'
import { publishToFifoTopic } from '../../../lib/publishing/fifo-topic.ts'
import {
  noneTaken,
  type Publish,
  type PublishedEvent,
} from '../../../lib/publishing/publication.ts'
import { publishAndHandOn } from '../../../lib/publishing/publish-and-hand-on.ts'
import { publishToTopic } from '../../../lib/publishing/topic.ts'
import { aClocking, anEntry, anId, aState } from '../../harness/builders.ts'
import { machineTime, memoryShard, pollTime } from '../../harness/memory-shard.ts'

const refuse = async (): Promise<never> => {
  throw Object.assign(new Error('not there'), { name: 'ResourceNotFoundException' })
}

/** What gets events after SNS: each is gone, and refuses at once. */
const gone: Record<string, Publish<PublishedEvent>> = {
  'event bus': publishToBus({ send: refuse }, 'people'),
  'event log': publishToLog({ append: refuse }),
  'FIFO topic': publishToFifoTopic({ send: refuse }, 'arn:topic.fifo'),
}

/** SNS, which takes everything; and the ids of the people that it was told of. */
const aTopic = () => {
  const told: string[] = []
  const publish = publishToTopic(
    {
      send: async ({ input: { PublishBatchRequestEntries: entries = [] } }) => {
        told.push(
          ...entries.map((each) => each.MessageAttributes?.['employeeId']?.StringValue ?? ''),
        )
        return {
          Successful: entries.map(({ Id }) => ({ Id, MessageId: 'm', SequenceNumber: '1' })),
        }
      },
    },
    'arn:topic',
  )
  return { told, publish }
}

const attributes = (employeeId: string) => ({ type: 'attendance.clocked-in', employeeId })

/** So many have an event each that was not taken in the night; one more comes now. */
const pollsWithout = async (second: Publish<PublishedEvent>, waiting: number) => {
  const night = '2026-11-18T03:00:00Z'
  const people = Array.from({ length: waiting }, (_, n) => {
    const employeeId = anId(n + 1)
    const moments = { time: night, recordedtime: night }
    const entry = anEntry(n + 1, { ...moments, attributes: attributes(employeeId) })
    return aState({ employeeId, version: 0, outbox: [entry] })
  })
  const who = anId(waiting + 1)
  const shard = await memoryShard(
    [...people, aState({ employeeId: who, version: 0 })],
    [aClocking({ id: anId(waiting + 1, 1), employeeId: who, end: null })],
  )
  const { told, publish } = aTopic()
  let machineNow = machineTime
  const delivery = {
    ...shard.ports.delivery,
    publish: publishAndHandOn<PublishedEvent>(publish, second, () => machineNow),
  }
  for (let minutes = 0; minutes < 10; minutes++) {
    machineNow = machineTime + minutes * 60_000
    await shard.poll({}, { delivery, now: () => pollTime + minutes * 60_000 })
  }
  return { told, who, everybody: [...people.map(({ employeeId }) => employeeId), who] }
}

test.each(
  Object.keys(gone).flatMap((second) => [10, 240].map((waiting) => [second, waiting] as const)),
)(
  'SNS is told of everybody, and once, while the %s is gone and %i events wait for it',
  async (second, waiting) => {
    const publish = gone[second]
    if (publish === undefined) throw new Error(second)
    const { told, everybody } = await pollsWithout(publish, waiting)
    expect(told.toSorted()).toEqual(everybody.toSorted())
  },
)

test('SNS is told of who comes while what gets events after it hangs', async () => {
  const hangs: Publish<PublishedEvent> = async (entries) => ({
    ...noneTaken(entries, 'TimeoutError'),
    isUnanswered: true,
  })
  const { told, who } = await pollsWithout(hangs, 240)
  expect(told).toContain(who)
})
